// All fields of the organisation: found, changed and deleted.
import { Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorPanel } from '../../../components/error-panel.tsx'
import { lazily } from '../../../components/lazily.tsx'
import { TextLink } from '../../../components/links.tsx'
import { PageSkeleton } from '../../../components/page-skeleton.tsx'
import { Page } from '../../../components/page.tsx'
import { Panel } from '../../../components/panel.tsx'
import { matchesWords, titleOf } from '../../../lib/words.ts'
import { libraryQuery } from '../designer/library.ts'
import classes from '../types.module.css'
import { fieldsTexts as texts } from './texts.ts'

const ChangeFieldDialog = lazily(() => import('./change-field-dialog.tsx'), 'ChangeFieldDialog')

export function FieldsPage() {
  const fields = useQuery(libraryQuery)
  const [words, setWords] = useState('')
  const [changing, setChanging] = useState<string>()
  const found = (fields.data ?? []).filter(({ id, name }) => matchesWords(`${name ?? ''} ${id ?? ''}`, words))
  return (
    <Page
      title={texts.title}
      lead={texts.lead}
      actions={
        <TextLink size="sm" to="/administration/types">
          {texts.back}
        </TextLink>
      }
    >
      <Panel>
        <TextInput
          type="search"
          label={texts.find}
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
        />
        {fields.isPending ? <PageSkeleton lines={10} /> : null}
        {fields.isError ? <ErrorPanel error={fields.error} retry={fields.refetch} /> : null}
        <output className={classes.quiet}>
          {fields.data && (found.length === 0 ? texts.none : texts.found(found.length))}
        </output>
        <ul className={classes.list}>
          {found.map(({ id, name }) => (
            <li key={id} className={classes.row}>
              <span className={classes.what}>
                <span className={classes.name}>{titleOf(name ?? '')}</span>
                <span className={classes.about}>{id}</span>
              </span>
              <Button
                size="xs"
                variant="default"
                aria-label={texts.changeOf(titleOf(name ?? ''))}
                onClick={() => setChanging(id)}
              >
                {texts.change}
              </Button>
            </li>
          ))}
        </ul>
      </Panel>
      {changing === undefined ? null : (
        <ChangeFieldDialog fieldId={changing} onClose={() => setChanging(undefined)} />
      )}
    </Page>
  )
}
