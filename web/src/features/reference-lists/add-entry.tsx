// Adding an entry to a list, in one line above it.
import { TextInput } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { ActionButton } from '../../components/action-button.tsx'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { ParentSelect } from './parent-select.tsx'
import type { KeptList } from './kept-lists.ts'
import { useAddEntry } from './reference-lists.ts'
import classes from './reference-lists.module.css'
import { texts } from './texts.ts'

export function AddEntry({ list, kept }: { list: string; kept: KeptList }) {
  const add = useAddEntry(kept)
  const [name, setName] = useState('')
  const [code, setCode] = useState('')
  const [parent, setParent] = useState<number | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const isMissing = name.trim() === '' || (kept.hasCode === true && code.trim() === '')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isMissing) return
    add.mutate(
      {
        name: name.trim(),
        ...(kept.isTree ? { parent: parent === null ? null : { id: parent } } : {}),
        ...(kept.hasCode ? { code: code.trim() } : {}),
      },
      {
        // the next one is often added at once
        onSuccess: () => {
          setName('')
          setCode('')
          input.current?.focus()
        },
      },
    )
  }
  return (
    <form onSubmit={submit} className={classes.add}>
      {kept.hasCode ? (
        <TextInput
          ref={input}
          size="sm"
          className={classes.addCode ?? ''}
          label={texts.code}
          maxLength={60}
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
      ) : null}
      <TextInput
        ref={kept.hasCode ? null : input}
        size="sm"
        className={classes.addName ?? ''}
        label={kept.addLabel}
        maxLength={255}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      {kept.isTree ? <ParentSelect list={list} value={parent} onChange={setParent} /> : null}
      <ActionButton type="submit" size="sm" busy={add.isPending} disabled={isMissing}>
        {texts.addConfirm}
      </ActionButton>
      <ErrorAlert error={add.error} />
    </form>
  )
}
