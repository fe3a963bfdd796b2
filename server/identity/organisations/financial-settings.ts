// The financial year, currency and accounts payable contacts of an organisation.

/** Which day chooses the rate of exchange of an invoice; `None` where the organisation keeps no rates. */
export const rateDays = ['InvoiceDate', 'ApprovalDate', 'None'] as const
export type RateDay = (typeof rateDays)[number]

/** The longest time that a rate of exchange can be good for, in days. */
export const longestRateAge = 366

export interface FinancialSettings {
  readonly organisationId: number
  readonly yearEndDay: number
  /** 1 is January. */
  readonly yearEndMonth: number
  /** Addresses of the people who pay, separated by commas. */
  readonly accountsPayableContacts: string | null
  /** Three letters (ISO 4217). */
  readonly currency: string
  readonly exchangeRateDay: RateDay
  /** For how many days a rate of exchange applies after its own; 0 for that day alone. */
  readonly exchangeRateMaxAge: number
}

/** The default until an organisation sets its own. */
export const defaultYearEnd = { yearEndDay: 31, yearEndMonth: 12 } as const

/** Like the columns, until an organisation decides. */
export const defaultRates = { exchangeRateDay: 'None', exchangeRateMaxAge: 31 } as const

/** A currency's name in English, such as `New Zealand Dollar`. */
export const currencyName = (currency: string): string =>
  new Intl.DisplayNames('en', { type: 'currency' }).of(currency) ?? currency

/** A currency's symbol, such as `$`; the code itself if it has none. */
export const currencySymbol = (currency: string): string =>
  new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
    .formatToParts(0)
    .find((part) => part.type === 'currency')?.value ?? currency
