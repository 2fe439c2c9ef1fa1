import { testFaults } from './testing/fault-list.ts';
import { MACHINE_FAULTS } from './testing/machine-faults.ts';

testFaults(MACHINE_FAULTS);
