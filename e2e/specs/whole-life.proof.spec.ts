import { lives } from '../lives/lives.ts';
import { testLife } from '../lives/walk.ts';

/* What seldom happens to a panel; what happens every day is in whole-life.spec.ts. */
for (const life of lives) if (!life.everyDay) testLife(life);
