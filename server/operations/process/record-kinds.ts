// The kinds of records with everything that they do: for each name in server/records/kinds.ts, what the process is put
// together from. What is not here has no routes, no jobs and no counts.
import { contractSubjects } from '../../contracts/access.ts'
import { signContract } from '../../contracts/commands/sign-contract.ts'
import { offerMailedVersions } from '../../contracts/sharing/offer-mailed-versions.ts'
import { contractKind } from '../../contracts/contract-kind.ts'
import { formsOfTemplate } from '../../contracts/fields.ts'
import { purgedContracts } from '../../contracts/purge-contract.ts'
import { contractDescriptionV1 } from '../../contracts/v1/contracts.ts'
import { contractDescriptionV2 } from '../../contracts/v2/contracts.ts'
import type { RouteModule } from '../../http/route.ts'
import { changeOneOf } from '../../http/v2/reports/bulk.ts'
import type { ReportedSource } from '../../http/v2/reports/reported-list.ts'
import { matterSubjects } from '../../matters/access.ts'
import { matterKind } from '../../matters/matter-kind.ts'
import { formsOfCategory } from '../../matters/fields.ts'
import { purgedMatters } from '../../matters/purge-matter.ts'
import { matterDescriptionV1 } from '../../matters/v1/matters.ts'
import { matterDescriptionV2 } from '../../matters/v2/matters.ts'
import { contractOverview } from '../../overview/contract-overview.ts'
import { matterOverview } from '../../overview/matter-overview.ts'
import { overviewRoute } from '../../overview/v2/overview.ts'
import type { SubjectAccess } from '../../platform/subject.ts'
import type { ChangeOne } from '../../records/bulk/bulk-change.ts'
import type { PurgedKind } from '../../records/commands/purge-record.ts'
import { eachKind, kindNames, type RecordKindName } from '../../records/kinds.ts'
import type { AnyKind } from '../../records/record-kind.ts'
import { recordRoutesV1 } from '../../records/v1/record-routes.ts'
import { currentFormRoute } from '../../records/v2/current-forms.ts'
import { recordRoutesV2 } from '../../records/v2/record-routes.ts'

interface KindParts {
  readonly kind: AnyKind
  /** The kind for those who know only subjects. */
  readonly subjects: SubjectAccess
  /** What is purged with a record. */
  readonly purged: PurgedKind
  /** The list of its records, for exports, counts by groups and views. */
  readonly list: ReportedSource
  /** Changes one of many in the background. */
  readonly changeOne: ChangeOne
  /** The routes that all kinds have. */
  readonly routes: readonly RouteModule[]
}

const parts = {
  matter: {
    kind: matterKind,
    subjects: matterSubjects,
    purged: purgedMatters,
    list: matterDescriptionV2.reports.bulk.source,
    changeOne: changeOneOf(matterDescriptionV2.reports.bulk),
    routes: [
      ...recordRoutesV1(matterKind, matterDescriptionV1),
      ...recordRoutesV2(matterKind, matterDescriptionV2),
      currentFormRoute(matterKind, formsOfCategory),
      overviewRoute(matterKind, matterOverview, matterDescriptionV2.wire),
    ],
  },
  contract: {
    kind: contractKind,
    subjects: { ...contractSubjects, signed: signContract, mailed: offerMailedVersions },
    purged: purgedContracts,
    list: contractDescriptionV2.reports.bulk.source,
    changeOne: changeOneOf(contractDescriptionV2.reports.bulk),
    routes: [
      ...recordRoutesV1(contractKind, contractDescriptionV1),
      ...recordRoutesV2(contractKind, contractDescriptionV2),
      currentFormRoute(contractKind, formsOfTemplate),
      overviewRoute(contractKind, contractOverview, contractDescriptionV2.wire),
    ],
  },
} as const satisfies Readonly<Record<RecordKindName, KindParts>>

/** Every kind, for counts. */
export const recordKinds = kindNames.map((name) => parts[name].kind)

/** Every kind, for the bin. */
export const purgedKinds: readonly PurgedKind[] = kindNames.map((name) => parts[name].purged)

/** Every kind for those who know only subjects: App.subjects. */
export const recordSubjects = eachKind((name) => parts[name].subjects)

/** The lists of records, for views. */
export const recordLists: readonly ReportedSource[] = kindNames.map((name) => parts[name].list)

/** What changes one record in the background, by the name of its list. */
export const recordChanges: readonly (readonly [string, ChangeOne])[] = kindNames.map((name) => [
  parts[name].list.name,
  parts[name].changeOne,
])

/** The routes that all kinds have, for each of them. */
export const recordRoutes: readonly RouteModule[] = kindNames.flatMap((name) => parts[name].routes)
