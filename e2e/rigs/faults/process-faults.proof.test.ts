import { testFaults } from './testing/fault-list.ts';
import { PROCESS_FAULTS } from './testing/process-faults.ts';

testFaults(PROCESS_FAULTS);
