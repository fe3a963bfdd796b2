// The kinds of key dates, told apart by shape as well as by word.
import {
  IconBell,
  IconCalendarEvent,
  IconClipboardCheck,
  IconCoin,
  IconEye,
  IconHourglass,
  IconPlayerPlay,
  IconRefresh,
} from '@tabler/icons-react'
import type { Choice } from '../../list/filters/property.ts'

export const keyDateKinds: readonly (Choice & { readonly Icon: typeof IconBell })[] = [
  { value: 'Start', label: 'Start', Icon: IconPlayerPlay },
  { value: 'Renewal', label: 'Renewal', Icon: IconRefresh },
  { value: 'Notice', label: 'Notice', Icon: IconBell },
  { value: 'Expiry', label: 'Expiry', Icon: IconHourglass },
  { value: 'Payment', label: 'Payment', Icon: IconCoin },
  { value: 'Review', label: 'Review', Icon: IconEye },
  { value: 'Obligation', label: 'Obligation', Icon: IconClipboardCheck },
  { value: 'Other', label: 'Other', Icon: IconCalendarEvent },
]

/** The kind with this name; the last one for a name that is not known. */
export const kindNamed = (name: string | undefined) =>
  keyDateKinds.find(({ value }) => value === name) ?? {
    value: 'Other',
    label: name ?? 'Other',
    Icon: IconCalendarEvent,
  }
