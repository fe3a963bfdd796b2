// The files of the demo, as data: in folders, with versions, one locked, some private, one in the bin, two kept
// elsewhere.
import {
  type Agreement,
  confidentiality,
  lease,
  services,
  settlement,
  supply,
} from '../documents/agreement.ts'

/** A file on a record of Harbour's. */
export interface DemoFile {
  /** By its external id. */
  readonly record: { readonly kind: 'matter' | 'contract'; readonly externalId: string }
  readonly by: string
  /** Folders and name, separated by slashes. */
  readonly path: string
  /**
   * The contents of its versions, oldest first, written in the format of its extension. Empty for files that are kept
   * elsewhere.
   */
  readonly versions: readonly Agreement[]
  /** Its address, if it is kept in another store. */
  readonly webUri?: string
  readonly description?: string
  readonly isPrivate?: boolean
  /** Whether its folder is private. */
  readonly inPrivateFolder?: boolean
  readonly isLocked?: boolean
  readonly isDeleted?: boolean
}

const counsel = 'counsel@harbour.example'
const contributor = 'contributor@harbour.example'
const partner = 'partner@ashfield.example'
const us = 'Harbour Ltd'
const venture = { kind: 'matter', externalId: 'DEMO-M2' } as const
const cargo = { kind: 'matter', externalId: 'DEMO-M4' } as const
const packaging = { kind: 'contract', externalId: 'DEMO-3' } as const
const quay = { kind: 'contract', externalId: 'DEMO-4' } as const

export const demoFiles: readonly DemoFile[] = [
  {
    record: venture,
    by: counsel,
    path: 'Drafts/Heads of terms.docx',
    versions: [
      services(['Tasman Foods Ltd', us], '9 February 2026'),
      services(['Tasman Foods Ltd', us], '23 February 2026'),
      services(['Tasman Foods Ltd', us], '9 March 2026'),
    ],
    description: 'Third round, with the comments of Tasman Foods',
  },
  {
    record: venture,
    by: partner,
    path: 'Drafts/Confidentiality agreement.docx',
    versions: [confidentiality([us, 'Tasman Foods Ltd'], '26 January 2026')],
    isLocked: true,
  },
  {
    record: venture,
    by: counsel,
    path: 'Due diligence/Property/Lease of the cold store.pdf',
    versions: [lease(['Tasman Foods Ltd', 'Quay Street Holdings Ltd'], '3 June 2019')],
  },
  {
    record: venture,
    by: counsel,
    path: 'Due diligence/Supply/Packaging.pdf',
    versions: [supply(['Tasman Foods Ltd', 'Kauri Print & Pack Ltd'], '1 July 2024')],
  },
  {
    record: venture,
    by: counsel,
    path: 'Board papers/Walk-away position.docx',
    versions: [settlement([us, 'Tasman Foods Ltd'], '2 March 2026')],
    inPrivateFolder: true,
  },
  {
    record: cargo,
    by: partner,
    path: 'Correspondence/Letter before claim.pdf',
    versions: [settlement([us, 'Lindqvist Shipping AB'], '4 May 2026')],
  },
  {
    record: cargo,
    by: counsel,
    path: 'Note on the prospects.docx',
    versions: [settlement([us, 'Lindqvist Shipping AB'], '6 May 2026')],
    isPrivate: true,
  },
  {
    record: cargo,
    by: counsel,
    path: 'Correspondence/First draft.docx',
    versions: [settlement([us, 'Lindqvist Shipping AB'], '29 April 2026')],
    isDeleted: true,
  },
  {
    record: packaging,
    by: contributor,
    path: 'Annexes/Price list 2026.docx',
    versions: [supply([us, 'Kauri Print & Pack Ltd'], '16 March 2026')],
  },
  {
    record: quay,
    by: contributor,
    path: 'Annexes/Schedule of condition.pdf',
    versions: [lease([us, 'Quay Street Holdings Ltd'], '1 April 2026')],
  },
  {
    record: venture,
    by: counsel,
    path: 'Due diligence/Data room index.xlsx',
    versions: [],
    webUri: 'https://documents.harbour.example/sites/cold-chain/Data%20room%20index.xlsx',
    description: 'Kept up to date by the sellers in their data room',
  },
  {
    record: quay,
    by: contributor,
    path: 'Annexes/Floor plans.pdf',
    versions: [],
    webUri: 'https://documents.harbour.example/sites/property/Quay%20Street/Floor%20plans.pdf',
  },
]
