// Currencies as the runtime knows them (ISO 4217).

/** The number of decimal places of a currency: 2 for NZD, 0 for JPY, 3 for KWD. */
export function currencyDigits(currency: string): number {
  const known = digitsOf.get(currency) ?? digitsFrom(currency)
  digitsOf.set(currency, known)
  return known
}

const currencies = new Set(Intl.supportedValuesOf('currency'))
const digitsFrom = (currency: string) =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2
// creating a format is slow, and files have thousands of invoices
const digitsOf = new Map<string, number>()

/** All currencies by their decimal places. */
export const currenciesByDigits = (): ReadonlyMap<number, readonly string[]> =>
  Map.groupBy(currencies, currencyDigits)

/** Whether the three letters are a currency (ISO 4217). */
export const isCurrency = (code: string): boolean => currencies.has(code)
