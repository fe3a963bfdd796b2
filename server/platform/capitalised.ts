/** A word or a sentence with a capital at its beginning. */
export const capitalised = <Text extends string>(text: Text): Capitalize<Text> =>
  (text.charAt(0).toUpperCase() + text.slice(1)) as Capitalize<Text>
