// Asks whether somebody who is mentioned, but is not on the record, should be added to it.
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx'
import type { FoundPerson } from '../../../forms/inputs/people-search.ts'
import { nameOf } from '../../../lib/person-name.ts'
import { type RecordRef, useRecordAction } from '../records.ts'
import { recordTexts } from '../texts.ts'
import { conversationTexts as texts } from './texts.ts'

/** Once they are on it, as a member, `onAdded` is called. */
export function AddMentioned(props: {
  target: RecordRef
  person: FoundPerson
  onAdded: () => void
  onClose: () => void
}) {
  const { target, person, onAdded, onClose } = props
  const { one } = target.kind.names
  const add = useRecordAction<void>(
    target,
    () => target.kind.calls.setMember(target.id, person.id, ['Member']),
    () => recordTexts.people.added(nameOf(person)),
  )
  return (
    <ConfirmDialog
      opened
      danger={false}
      title={texts.addTitle(nameOf(person), one)}
      confirmLabel={texts.add}
      busy={add.isPending}
      error={add.error}
      onConfirm={() => add.mutate(undefined, { onSuccess: onAdded })}
      onClose={onClose}
    >
      {texts.addMeans(nameOf(person), person.email ?? '', one)}
    </ConfirmDialog>
  )
}
