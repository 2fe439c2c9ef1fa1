import { ANSWER_FAULTS } from './testing/answer-faults.ts';
import { testFaults } from './testing/fault-list.ts';

testFaults(ANSWER_FAULTS);
