// Which files are compared as Word documents, apart from the comparison, which is loaded when it is shown.

/** Whether two files are compared as Word documents. */
export const areWord = (...names: readonly string[]): boolean =>
  names.every((name) => /\.(?:docx|docm|dotx)$/i.test(name))
