// A mail as it arrives: as a page and as plain text. The page is drawn from the tags that mails have, and nothing else.
import { SegmentedControl } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { Answer } from '../../lib/calls.ts'
import classes from './mail.module.css'
import { mailTexts as texts } from './texts.ts'

type Preview = Answer<'/v2/mailTexts/{mail}/preview', 'post'>

export function MailPreview({ preview }: { preview: Preview }) {
  const [as, setAs] = useState('page')
  return (
    <div className={classes.form}>
      <SegmentedControl
        aria-label={texts.previewAs}
        style={{ alignSelf: 'start' }}
        value={as}
        onChange={setAs}
        data={[
          { value: 'page', label: texts.asPage },
          { value: 'text', label: texts.asText },
        ]}
      />
      <p className={classes.quiet}>
        {texts.from}: {preview.from}
      </p>
      <strong>{preview.subject}</strong>
      {as === 'page' ? (
        <div className={classes.mail}>{drawn(preview.html)}</div>
      ) : (
        <pre className={classes.plain}>{preview.text}</pre>
      )}
    </div>
  )
}

// the page allows no styles of others; in values, quotes are escaped
const drawn = (html: string): ReactNode =>
  nodesOf(new DOMParser().parseFromString(html.replaceAll(/ style="[^"]*"/g, ''), 'text/html').body)

const nodesOf = (parent: Node): ReactNode[] =>
  [...parent.childNodes].map((node, index) => {
    if (node.nodeType === Node.TEXT_NODE) return node.textContent
    if (!(node instanceof HTMLElement)) return null
    const inside = nodesOf(node)
    if (node.tagName === 'P') return <p key={index}>{inside}</p>
    if (node.tagName === 'BR') return <br key={index} />
    if (node.tagName === 'STRONG') return <strong key={index}>{inside}</strong>
    // a sample leads nowhere
    if (node.tagName === 'A') return <u key={index}>{inside}</u>
    return null
  })
