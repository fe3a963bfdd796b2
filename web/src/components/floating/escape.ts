// Which of the things that are open a press of Escape closes: the innermost one.

/** Whether Escape, pressed here, closes the open choices of a picker: what the picker is in stays open then. */
export const closesChoices = (target: EventTarget): boolean =>
  target instanceof Element && target.getAttribute('data-mantine-stop-propagation') === 'true'
