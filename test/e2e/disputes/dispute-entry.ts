// Where disputes are reached, and who creates them.
import { IconGavel } from '@tabler/icons-react'
import { kindOf } from '../../../web/src/components/me-context.ts'
import type { KindEntry } from '../../../web/src/features/records/record-kind.ts'
import { namesOfType } from '../../../web/src/lib/kinds.ts'

// among the kinds since vite.config.ts has put them there
const names = namesOfType('Dispute')
if (names === undefined) throw new Error('The web app was built without disputes')

export const disputeEntry: KindEntry = {
  names,
  icon: IconGavel,
  listKey: 'g u',
  mayCreate: (me) => kindOf(me) === 'legal',
}
