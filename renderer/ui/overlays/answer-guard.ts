/** The longest time between the two clicks of one double click, as the common systems have it. */
export const DOUBLE_CLICK_MS = 500;

/**
 * Whether a press of a button belongs to the press that asked the question: the second click of a double click, or a
 * key that bounces or was struck twice. Nobody has read the question by then.
 *
 * @param clicks the click event's `detail`: 0 is a key, 2 the second click of a double click.
 * @param since ms since the question was asked; below zero for a press that waited while it was drawn.
 */
export const isOfThePressBefore = (clicks: number, since: number): boolean => clicks !== 1 && since < DOUBLE_CLICK_MS;
