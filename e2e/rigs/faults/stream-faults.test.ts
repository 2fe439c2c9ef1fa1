import { testFaults } from './testing/fault-list.ts';
import { STREAM_FAULTS } from './testing/stream-faults.ts';

testFaults(STREAM_FAULTS);
