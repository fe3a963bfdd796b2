// The financial year of an organisation and who pays its invoices.

export interface FinancialSettings {
  readonly organisationId: number
  readonly yearEndDay: number
  /** 1 is January. */
  readonly yearEndMonth: number
  /** Addresses of those who pay, separated by commas. */
  readonly accountsPayableContacts: string | null
  /** Three letters (ISO 4217). */
  readonly currency: string
}

/** What holds until an organisation sets its own. */
export const defaultYearEnd = { yearEndDay: 31, yearEndMonth: 12 } as const

/** A currency's name in English, as `New Zealand Dollar`. */
export const currencyName = (currency: string): string =>
  new Intl.DisplayNames('en', { type: 'currency' }).of(currency) ?? currency

/** A currency's sign, as `$`; the code itself where it has none. */
export const currencySymbol = (currency: string): string =>
  new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
    .formatToParts(0)
    .find((part) => part.type === 'currency')?.value ?? currency
