import { endpointRows } from '../../shared/v3/endpoints.ts';
import { endpointTable } from './endpoint-table.ts';

process.stdout.write(endpointTable(endpointRows));
