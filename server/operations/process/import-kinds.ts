// What rows of imports can become, in the order in which people move in.
import type { ImportKind } from '../../imports/import-kind.ts'
import { importedContracts } from '../../imports/kinds/contracts.ts'
import { importedInvoices } from '../../imports/kinds/invoices.ts'
import { importedKeyDates } from '../../imports/kinds/key-dates.ts'
import { importedMatters } from '../../imports/kinds/matters.ts'
import { importedOptions } from '../../imports/kinds/options.ts'
import { importedParties } from '../../imports/kinds/parties.ts'
import { importedPeople } from '../../imports/kinds/people.ts'
import { importedTasks } from '../../imports/kinds/tasks.ts'
import { importedTeams } from '../../imports/kinds/teams.ts'

export const importKinds: readonly ImportKind[] = [
  importedPeople,
  importedTeams,
  importedOptions,
  importedParties,
  importedMatters,
  importedContracts,
  importedKeyDates,
  importedTasks,
  importedInvoices,
]
