import { relative, sep } from 'node:path';
import type { RuleTester } from 'oxlint/plugins-dev';
import { ROOT } from '../page/page-source.ts';

/** A rule as oxlint takes it. */
export type Rule = Parameters<RuleTester['run']>[1];

/** A file's path inside the project, with slashes. */
export const pathOf = (file: string): string => relative(ROOT, file).split(sep).join('/');

/** Tests and what only they use: they may reach further. */
export const isTest = (path: string): boolean => /\.(?:test|spec)\.tsx?$/.test(path) || path.includes('/testing/');
