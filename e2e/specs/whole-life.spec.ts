import { lives } from '../lives/lives.ts';
import { testLife } from '../lives/walk.ts';

/* What happens to every panel every day; the rest is in whole-life.proof.spec.ts. */
for (const life of lives) if (life.everyDay) testLife(life);
