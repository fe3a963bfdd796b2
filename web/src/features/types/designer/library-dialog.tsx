// Choosing a field for a form from all that the organisation has, or making one.
import { Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorAlert } from '../../../components/error-alert.tsx'
import { ErrorPanel } from '../../../components/error-panel.tsx'
import { Modal } from '../../../components/floating/modal.tsx'
import { Loading } from '../../../components/loading.tsx'
import { matchesWords, titleOf } from '../../../lib/words.ts'
import { useAction } from '../../../lib/use-action.ts'
import { type DesignedField, fieldPart } from './design.ts'
import classes from './designer.module.css'
import { describeField, libraryQuery } from './library.ts'
import { NewFieldForm } from './new-field-form.tsx'
import { designerTexts as texts } from './texts.ts'

export function LibraryDialog(props: {
  isOn: (fieldId: string) => boolean
  onAdd: (part: DesignedField) => void
  onClose: () => void
}) {
  const { isOn, onAdd, onClose } = props
  const [making, setMaking] = useState(false)
  return (
    <Modal opened onClose={onClose} title={making ? texts.newField : texts.library} size="lg">
      {making ? (
        <NewFieldForm onBack={() => setMaking(false)} onMade={onAdd} />
      ) : (
        <Library isOn={isOn} onAdd={onAdd} onMake={() => setMaking(true)} />
      )}
    </Modal>
  )
}

const mostShown = 200

function Library(props: {
  isOn: (fieldId: string) => boolean
  onAdd: (part: DesignedField) => void
  onMake: () => void
}) {
  const { isOn, onAdd, onMake } = props
  const fields = useQuery(libraryQuery)
  const [words, setWords] = useState('')
  const add = useAction({ mutationFn: describeField })
  const found = (fields.data ?? []).filter(({ id, name }) => matchesWords(`${name ?? ''} ${id ?? ''}`, words))
  return (
    <div className={classes.side}>
      <div className={classes.bar}>
        <TextInput
          data-autofocus
          type="search"
          aria-label={texts.librarySearch}
          placeholder={texts.librarySearch}
          value={words}
          style={{ flex: '1 1 12rem' }}
          onChange={(event) => setWords(event.currentTarget.value)}
        />
        <Button variant="default" onClick={onMake}>
          {texts.newField}
        </Button>
      </div>
      <ErrorAlert error={add.error} />
      {fields.isError ? <ErrorPanel error={fields.error} retry={fields.refetch} /> : null}
      {fields.isPending ? <Loading /> : null}
      <output className={classes.hint}>
        {fields.data && (found.length === 0 ? texts.libraryNone : texts.libraryFound(found.length))}
      </output>
      {/* it scrolls by itself */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <ul className={classes.found} tabIndex={0} aria-label={texts.library}>
        {found.slice(0, mostShown).map(({ id, name }) => {
          const there = isOn(id ?? '')
          return (
            <li key={id}>
              <button
                type="button"
                disabled={there || add.isPending}
                onClick={() => add.mutate(id ?? '', { onSuccess: (field) => onAdd(fieldPart(field)) })}
              >
                <span className={classes.name}>{titleOf(name ?? '')}</span>
                <span className={classes.about}>{there ? texts.onForm : id}</span>
              </button>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
