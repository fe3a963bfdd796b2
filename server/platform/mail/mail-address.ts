// What can be an address that mail is sent to.

/** Whether the text is one address, without a name: what follows the @ is a domain with a dot in it. */
export const isMailAddress = (text: string): boolean =>
  text.length <= 254 &&
  /^[^\s@<>,;:"()[\]\\\u0000-\u001f\u007f]+@[^\s@<>,;:"()[\]\\.\u0000-\u001f\u007f]+(?:\.[^\s@<>,;:"()[\]\\.\u0000-\u001f\u007f]+)+$/.test(
    text,
  )
