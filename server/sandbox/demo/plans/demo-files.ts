// The files of the demo, as data: in folders, with versions, one locked, some private, one in the bin, two kept
// elsewhere.
import { confidentiality, lease, supply } from '../documents/agreement.ts'
import {
  headsOfTerms,
  letterBeforeClaim,
  noteOnProspects,
  priceList,
  scheduleOfCondition,
  walkAwayPosition,
} from '../documents/papers.ts'
import type { SampleDocument } from '../../../platform/documents/writing/sample-document.ts'

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
  readonly versions: readonly SampleDocument[]
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
      headsOfTerms('9 February 2026', 1),
      headsOfTerms('23 February 2026', 2),
      headsOfTerms('9 March 2026', 3),
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
    versions: [
      lease(
        ['Tasman Foods Ltd', 'Port Road Properties Ltd'],
        '3 June 2019',
        'the cold store at 8 Port Road with its loading docks, for the storage of chilled and frozen goods',
      ),
    ],
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
    versions: [walkAwayPosition],
    inPrivateFolder: true,
  },
  {
    record: cargo,
    by: partner,
    path: 'Correspondence/Letter before claim.pdf',
    versions: [letterBeforeClaim('4 May 2026')],
  },
  {
    record: cargo,
    by: counsel,
    path: 'Note on the prospects.docx',
    versions: [noteOnProspects],
    isPrivate: true,
  },
  {
    record: cargo,
    by: counsel,
    path: 'Correspondence/First draft.docx',
    versions: [letterBeforeClaim('29 April 2026')],
    isDeleted: true,
  },
  {
    record: packaging,
    by: contributor,
    path: 'Annexes/Price list 2026.docx',
    versions: [priceList],
  },
  {
    record: quay,
    by: contributor,
    path: 'Annexes/Schedule of condition.pdf',
    versions: [scheduleOfCondition],
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
