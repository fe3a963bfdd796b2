// The tables of an old system from which a department moves in: its people, and 500 contracts, ten of them wrong.
import type { Upload } from './documents.ts'

const CONTRACTS = 500

const people = [
  ['Priya', 'Raman', 'General counsel'],
  ['Tomas', 'Berg', 'Counsel'],
  ['Imogen', 'Northcott', 'Counsel'],
  ['Daniel', 'Okafor', 'Counsel'],
  ['Mei', 'Tanaka', 'Counsel'],
  ['Ruth', 'Adeyemi', 'Contract manager'],
  ['Rafael', 'Duarte', 'Contract manager'],
  ['Winston', 'Hale', 'Paralegal'],
  ['Lena', 'Fischer', 'Sales'],
  ['Aroha', 'Ngata', 'Sales'],
  ['Jonas', 'Weber', 'Procurement'],
  ['Olga', 'Prior', 'Counsel, left in March'],
] as const
const addressOf = (first: string) => `${first.toLowerCase()}@quay.example`

const csv = (name: string, lines: readonly string[]): Upload => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(lines.join('\n')),
})

export const peopleTable = csv('people.csv', [
  'First name,Last name,E-mail,Job title,Status',
  ...people.map(
    ([first, last, title]) =>
      `${first},${last},${addressOf(first)},"${title}",${first === 'Olga' ? 'Left' : 'Invited'}`,
  ),
])

interface Row {
  readonly id: string
  readonly title: string
  readonly type: string
  readonly file: string
  readonly state: string
  readonly signed: string
  readonly expiry: string
  readonly value: string
  readonly owner: string
}

/** What is wrong in the table, by the number of the contract. */
export const faults: Readonly<Record<number, Partial<Row>>> = {
  17: { file: 'signed/0017 (copy).pdf' },
  58: { type: 'Mutual NDAs' },
  101: { signed: '31/02/2023' },
  149: { owner: 'somebody@elsewhere.example' },
  200: { id: 'C-0007' },
  251: { state: 'Live' },
  302: { title: '' },
  353: { value: 'see the annex' },
  404: { expiry: 'open' },
  455: { signed: '15/06/2041' },
}

function contractRow(number: number): Row {
  const id = `C-${String(number).padStart(4, '0')}`
  const day = String((number % 27) + 1).padStart(2, '0')
  return {
    id,
    title: `Supply agreement ${number}`,
    type: 'Supply',
    file: `signed/${String(number).padStart(4, '0')}.pdf`,
    state: 'Executed',
    signed: `${day}/03/2023`,
    expiry: `${day}/03/2046`,
    value: `${number * 100}.50`,
    owner: addressOf(number % 5 === 0 ? 'Olga' : 'Tomas'),
    ...faults[number],
  }
}

export const rows = Array.from({ length: CONTRACTS }, (_, index) => contractRow(index + 1))
export const contractTable = csv('contracts.csv', [
  'Contract ID,Title,Contract type,File,Status,Signed on,Expiry date,Contract value,Owner',
  ...rows.map((row) => Object.values(row).join(',')),
])
