// Offers to add somebody who is mentioned, but is not on the record: beside the message, so that it can be written on.
import { ActionButton } from '../../../components/action-button.tsx'
import { ErrorAlert } from '../../../components/error-alert.tsx'
import { LinkButton } from '../../../components/link-button.tsx'
import { Notice } from '../../../components/notice.tsx'
import type { FoundPerson } from '../../../forms/inputs/people-search.ts'
import { nameOf } from '../../../lib/person-name.ts'
import { type RecordRef, useRecordAction } from '../records.ts'
import { recordTexts } from '../texts.ts'
import classes from './conversation.module.css'
import { conversationTexts as texts } from './texts.ts'

/** Until they are on it, as a member, they are not mentioned. */
export function AddMentioned(props: { target: RecordRef; person: FoundPerson; onClose: () => void }) {
  const { target, person, onClose } = props
  const { one } = target.kind.names
  const name = nameOf(person)
  const add = useRecordAction<void>(
    target,
    () => target.kind.calls.setMember(target.id, person.id, ['Member']),
    () => recordTexts.people.added(name),
  )
  return (
    <Notice kind="caution" title={texts.addTitle(name, one)}>
      {texts.addMeans(name, person.email ?? '', one)}
      <ErrorAlert error={add.error} />
      <span className={classes.addActs}>
        <ActionButton
          size="xs"
          variant="default"
          busy={add.isPending}
          onClick={() => add.mutate(undefined, { onSuccess: onClose })}
        >
          {texts.add}
        </ActionButton>
        <LinkButton onClick={onClose}>{texts.notAdded}</LinkButton>
      </span>
    </Notice>
  )
}
