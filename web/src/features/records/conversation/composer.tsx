// Writing a message, with names that are completed after an @.
import { Combobox, Group, Textarea, useCombobox } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { KeyboardHint } from '../../../components/actions/key-hint.tsx'
import { keyToSend } from '../../../components/actions/keys.ts'
import { ActionButton } from '../../../components/action-button.tsx'
import { ErrorAlert } from '../../../components/error-alert.tsx'
import { lazily } from '../../../components/lazily.tsx'
import { fieldError } from '../../../lib/refusal.ts'
import { useAction } from '../../../lib/use-action.ts'
import type { FoundPerson } from '../../../forms/inputs/people-search.ts'
import { useDraft } from '../../../forms/use-draft.ts'
import type { Person, RecordOverview } from '../record-calls.ts'
import { recordChanged, type RecordRef } from '../records.ts'
import classes from './conversation.module.css'
import { MentionOptions } from './mention-options.tsx'
import { mentionBeingTyped, mentionedIn, withMention } from './mentions.ts'
import { conversationTexts as texts } from './texts.ts'
import { useMentionable } from './use-mentionable.ts'

const AddMentioned = lazily(() => import('./add-mentioned.tsx'), 'AddMentioned')

/** What is typed is kept until it is sent. */
export function Composer({ target, overview }: { target: RecordRef; overview: RecordOverview }) {
  const people = overview.people.map(({ user }) => user)
  const [text, setText, forget] = useDraft(`message/${target.kind.names.many}/${target.id}`, '')
  const [caret, setCaret] = useState(0)
  const input = useRef<HTMLTextAreaElement>(null)
  const combobox = useCombobox()
  const queries = useQueryClient()
  const send = useAction({
    mutationFn: (message: string) => {
      const mentions = mentionedIn(message, people).map(({ id }) => ({ id }))
      return target.kind.calls.write(target.id, message, mentions)
    },
    onSuccess: async () => {
      forget()
      await recordChanged(queries, target)
    },
  })
  const typed = mentionBeingTyped(text, caret)
  const { members, others, mayAdd, isNobody } = useMentionable(typed, overview)
  const [toAdd, setToAdd] = useState<FoundPerson>()

  const offered = [...members, ...others].map(({ id }) => id).join(' ')
  const { selectFirstOption, dropdownOpened } = combobox
  // Enter takes the first one; it can be chosen once it has been drawn
  useEffect(() => {
    if (dropdownOpened && offered !== '') selectFirstOption()
  }, [dropdownOpened, offered, selectFirstOption])

  function changed(next: string, at: number) {
    setText(next)
    setCaret(at)
    if (mentionBeingTyped(next, at) === undefined) combobox.closeDropdown()
    else combobox.openDropdown()
  }

  function choose(id: string) {
    const other = others.find((each) => each.id === id)
    const chosen = members.find((each) => each.id === id) ?? other
    combobox.closeDropdown()
    if (chosen) complete(chosen)
    if (other) setToAdd(other)
  }

  function complete(person: Person) {
    const next = withMention(text, caret, person)
    // at once: the next letter that is typed goes after the name
    flushSync(() => {
      setText(next.text)
      setCaret(next.caret)
    })
    input.current?.focus()
    input.current?.setSelectionRange(next.caret, next.caret)
  }

  function submit() {
    if (text.trim() !== '') send.mutate(text.trim())
  }

  function pressed(event: KeyboardEvent) {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      submit()
    } else if (event.key === 'Enter' && members[0] && combobox.getSelectedOptionIndex() < 0) {
      event.preventDefault()
      choose(members[0].id)
    }
  }

  return (
    <div className={classes.composer} data-screen-only>
      <ErrorAlert error={send.error} shownFields={['text']} />
      <Combobox store={combobox} onOptionSubmit={choose} position="top-start" width={280}>
        <Combobox.Target withExpandedAttribute={false}>
          <Textarea
            ref={input}
            aria-label={texts.write}
            placeholder={texts.placeholder}
            autosize
            minRows={2}
            maxRows={12}
            maxLength={20_000}
            value={text}
            error={fieldError(send.error, 'text')}
            onChange={({ currentTarget }) => changed(currentTarget.value, currentTarget.selectionStart)}
            onSelect={({ currentTarget }) => setCaret(currentTarget.selectionStart)}
            onBlur={() => combobox.closeDropdown()}
            onKeyDown={pressed}
          />
        </Combobox.Target>
        <MentionOptions target={target} members={members} others={others} />
      </Combobox>
      <Group justify="space-between">
        <span className={classes.hint}>
          <output>{isNobody ? texts.nobody(typed ?? '', mayAdd) : null}</output>
          {isNobody ? null : <KeyboardHint>{texts.hint(keyToSend())}</KeyboardHint>}
        </span>
        <ActionButton size="xs" busy={send.isPending} disabled={text.trim() === ''} onClick={submit}>
          {texts.send}
        </ActionButton>
      </Group>
      {toAdd && mentionedIn(text, [toAdd]).length > 0 ? (
        <AddMentioned target={target} person={toAdd} onClose={() => setToAdd(undefined)} />
      ) : null}
    </div>
  )
}
