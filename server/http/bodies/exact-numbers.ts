// Numbers with more digits than a double has, in JSON: read as text and written as they are.

/** The JSON with long numbers of the property as texts: exact, as the parser would not read them. */
export function withLongNumbersAsText(json: string, property: string): string {
  // a quote inside a string is escaped, so that what follows a brace or comma is the name of a property
  const longNumber = new RegExp(
    `([{,]\\s{0,100}"${property}"\\s{0,100}:\\s{0,100})(-?\\d[\\d.]{14,40})(?=[\\s,}])`,
    'g',
  )
  return json.replace(longNumber, '$1"$2"')
}

/** The object as JSON, with another property: a number with exactly these digits. */
export function jsonWithNumber(object: object, [property, decimal]: readonly [string, string]): string {
  if (!/^-?\d+(\.\d+)?$/.test(decimal)) throw new Error(`${property} is no decimal number`)
  const digits = decimal.includes('.') ? decimal.replace(/0{1,20}$/, '').replace(/\.$/, '') : decimal
  return `${JSON.stringify(object).slice(0, -1)},${JSON.stringify(property)}:${digits}}`
}
