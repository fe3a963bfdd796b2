// Where matters are reached, and who creates them: loaded with the frame.
import { IconScale } from '@tabler/icons-react'
import { hasFeature, kindOf } from '../../components/me-context.ts'
import { kinds } from '../../lib/kinds.ts'
import type { KindEntry } from '../records/record-kind.ts'

/** Matters as the frame knows them. */
export const matterEntry: KindEntry = {
  names: kinds.matter,
  icon: IconScale,
  listKey: 'g m',
  mayCreate: (me) => kindOf(me) === 'legal' && me.can.createMatters && hasFeature(me, kinds.matter.feature),
}
