// Where contracts are reached, and who creates them: loaded with the frame.
import { IconFileText } from '@tabler/icons-react'
import { hasFeature, kindOf } from '../../components/me-context.ts'
import { kinds } from '../../lib/kinds.ts'
import type { KindEntry } from '../records/record-kind.ts'

/** Contracts as the frame knows them. */
export const contractEntry: KindEntry = {
  names: kinds.contract,
  icon: IconFileText,
  listKey: 'g c',
  mayCreate: (me) =>
    kindOf(me) !== 'law firm' && me.can.createContracts && hasFeature(me, kinds.contract.feature),
}
