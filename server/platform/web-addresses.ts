// The addresses of pages of the web app that we send: in mails, notifications and answers. They are here and nowhere
// else, so that what was sent once goes on leading to its page; web/src/app/routes.tsx has a page for each.
import type { Config } from './settings/config.ts'

type Web = Pick<Config, 'webUrl'>

/** Things that have a page of their own, by the words of its address. */
interface Pages {
  readonly matters: true
  readonly contracts: true
  readonly files: true
  readonly tasks: true
  readonly invoices: true
  readonly requests: true
}

export type PageKind = keyof Pages

/** What the address of a page has before the id, for those that the database makes. */
export const pagesAt = ({ webUrl }: Web, kind: PageKind): string => `${webUrl}/#/${kind}/`

/** The address of the page of one thing: `https://chancery.example/#/matters/17`. */
export const pageOf = (web: Web, kind: PageKind, id: number): string => `${pagesAt(web, kind)}${id}`

/** The page of a person, for administrators. */
export const personPage = ({ webUrl }: Web, userId: string): string => `${webUrl}/#/people/${userId}`

/** The page on which administrators set how people sign in. */
export const securityPage = ({ webUrl }: Web): string => `${webUrl}/#/security`

/** The page on which a password is set, with the token of the link. */
export const passwordPage = ({ webUrl }: Web, token: string): string =>
  `${webUrl}/#/reset-password?token=${token}`

/** The page on which somebody signs, with their secret. */
export const signingPage = ({ webUrl }: Web, token: string): string => `${webUrl}/#/sign/${token}`

/** The page on which somebody of the other side reads what they were sent, with their secret. */
export const sharePage = ({ webUrl }: Web, token: string): string => `${webUrl}/#/share/${token}`

/** The page on which an approver answers from their mail, with their secret. */
export const answerPage = ({ webUrl }: Web, token: string): string => `${webUrl}/#/approve/${token}`

/** The page on which anybody checks a sealed document. */
export const sealCheckPage = ({ webUrl }: Web): string => `${webUrl}/#/check-seal`

/** The page of a report with these parameters. */
export const reportPage = ({ webUrl }: Web, parameters: Readonly<Record<string, string>>): string =>
  `${webUrl}/#/reports/report?${Object.entries(parameters)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&')}`

/** The page with all reports. */
export const reportsPage = ({ webUrl }: Web): string => `${webUrl}/#/reports`
