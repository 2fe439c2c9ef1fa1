import { testFaults } from './testing/fault-list.ts';
import { SESSION_FAULTS } from './testing/session-faults.ts';

testFaults(SESSION_FAULTS);
