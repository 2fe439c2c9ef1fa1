/**
 * Puts the focus where a box that just opened wants it: on what carries `data-autofocus`, else on the
 * box. React's own `autoFocus` acts while the box is still closed, where nothing can take the focus.
 */
export function focusFirst(box: HTMLElement): void {
  const wanted = box.querySelector<HTMLElement>('[data-autofocus]') ?? box;
  wanted.focus();
}
