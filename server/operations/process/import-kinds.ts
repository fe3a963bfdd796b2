// What rows of imports can become, in the order in which people move in.
import type { ImportKind } from '../../imports/import-kind.ts'
import { importedContracts } from '../../imports/kinds/contracts.ts'
import { importedMatters } from '../../imports/kinds/matters.ts'

export const importKinds: readonly ImportKind[] = [importedMatters, importedContracts]
