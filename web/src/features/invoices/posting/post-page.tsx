// Posting invoices: a LEDES file is dropped, checked, corrected where it is wrong, and sent.
import { useState } from 'react'
import { ErrorAlert } from '../../../components/error-alert.tsx'
import { FileDrop } from '../../../components/file-drop.tsx'
import { kindOf, useMe } from '../../../components/me-context.ts'
import { Page } from '../../../components/page.tsx'
import { Panel } from '../../../components/panel.tsx'
import { StatusMessage } from '../../../components/status-message.tsx'
import { decodeText } from '../../../preview/load-bytes.ts'
import { FoundInvoices, ImportedInvoices } from './found-invoices.tsx'
import { PayeeFields } from './payee-fields.tsx'
import { type InvoiceFile, type Payee, useCheckFile, usePostFile } from './posting.ts'
import { ProblemList } from './problem-list.tsx'
import classes from './posting.module.css'
import { postingTexts as texts } from './texts.ts'

const MOST_BYTES = 5 * 1024 * 1024

export function PostPage() {
  const isFirm = kindOf(useMe()) === 'law firm'
  const [payee, setPayee] = useState<Payee>()
  const [file, setFile] = useState<InvoiceFile>()
  const [isTooLarge, setTooLarge] = useState(false)
  const check = useCheckFile()
  const post = usePostFile()
  const needsPayee = !isFirm && payee === undefined

  const look = (next: InvoiceFile) => {
    setFile(next)
    post.reset()
    check.reset()
    check.mutate({ file: next, payee })
  }
  const choose = async (chosen: File) => {
    setTooLarge(chosen.size > MOST_BYTES)
    if (chosen.size > MOST_BYTES) return
    const bytes = await chosen.arrayBuffer()
    look({ name: chosen.name, bytes, text: decodeText(bytes) })
  }
  const imported = post.data
  return (
    <Page title={texts.title} lead={isFirm ? texts.lead : texts.leadOfPayer}>
      <Panel>
        {isFirm ? null : <PayeeFields onChange={setPayee} />}
        {needsPayee ? (
          <p className={classes.quiet}>{texts.payeeFirst}</p>
        ) : (
          <FileDrop
            label={texts.drop}
            button={texts.choose}
            choose={texts.chooseFile}
            wrong={isTooLarge}
            onFile={(chosen) => void choose(chosen)}
          >
            {file === undefined ? texts.drop : `${texts.chosen}: ${file.name}`}
          </FileDrop>
        )}
        {isTooLarge ? <p role="alert">{texts.tooLarge}</p> : null}
        <StatusMessage>{check.isPending ? texts.checking : null}</StatusMessage>
        <ErrorAlert error={check.error} />
      </Panel>
      {imported ? <ImportedInvoices imported={imported} /> : null}
      {check.data && file && !imported ? (
        <>
          <FoundInvoices
            report={check.data}
            busy={post.isPending}
            error={post.error}
            onPost={(isPosted) => post.mutate({ file, payee, post: isPosted })}
          />
          {check.data.problems.length > 0 ? (
            <ProblemList
              key={file.text}
              file={file}
              problems={check.data.problems}
              busy={check.isPending}
              onCorrect={look}
            />
          ) : null}
        </>
      ) : null}
    </Page>
  )
}
