// A mail: who, when, what, and its attachments. The server makes its page harmless; here it is shown where it can
// neither run nor cover anything.
import { Button } from '@mantine/core'
import { IconPaperclip } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { Loading } from '../../components/loading.tsx'
import { useFormat } from '../../components/format-context.ts'
import type { Answer } from '../../lib/calls.ts'
import { answer, client } from '../../lib/client.ts'
import { FindBar } from '../find/find-bar.tsx'
import { markStyles } from '../find/find-in-text.ts'
import { useFindInText } from '../find/use-find-in-text.ts'
import { useFindKey } from '../find/use-find-key.ts'
import { PreviewFrame } from '../preview-frame.tsx'
import type { Previewed, PreviewPosition } from '../previewed.ts'
import { ScrollRegion } from '../scroll-region.tsx'
import { previewTexts } from '../texts.ts'
import classes from './documents.module.css'
import { showForeign } from './shadow-document.ts'

const texts = previewTexts.mail
const mailStyles = `
:host { display: block; font-size: 14px; line-height: 1.5; overflow-wrap: anywhere; }
a { color: inherit; }
table { max-width: 100%; }
blockquote { margin: 0 0 0 8px; padding-left: 12px; border-left: 2px solid #98a39f; }
`

export function MailPreview({ file, position }: { file: Previewed; position: PreviewPosition }) {
  const { fileId, version } = file
  const mail = useQuery({
    queryKey: ['files', fileId, 'versions', version, 'mail'],
    queryFn: () =>
      answer(
        client.GET('/v2/files/{fileId}/versions/{version}/mail', { params: { path: { fileId, version } } }),
      ),
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (mail.isError) return <ErrorAlert error={mail.error} title={previewTexts.failedTitle} />
  if (!mail.data) return <Loading label={previewTexts.loading} />
  return <ShownMail file={file} mail={mail.data} position={position} />
}

type Mail = Answer<'/v2/files/{fileId}/versions/{version}/mail'>
type Person = Mail['to'][number]

function ShownMail({ file, mail, position }: { file: Previewed; mail: Mail; position: PreviewPosition }) {
  const host = useRef<HTMLDivElement>(null)
  const root = useRef<ShadowRoot>(null)
  const frame = useRef<HTMLDivElement>(null)
  const findField = useRef<HTMLInputElement>(null)
  const [shown, setShown] = useState(false)
  const { hits, find, step } = useFindInText(root, shown, position.find)
  useFindKey(frame, findField)
  useEffect(() => {
    if (!host.current) return
    const nodes = typeof mail.html !== 'string' ? plainNodes(mail.text) : htmlNodes(mail.html)
    root.current = showForeign(host.current, { nodes, styles: [mailStyles, markStyles] })
    setShown(true)
  }, [mail])
  const attached = mail.attachments.filter(({ inline }) => !inline || !mail.html)
  return (
    <PreviewFrame
      ref={frame}
      tools={<FindBar initial={position.find} field={findField} hits={hits} onFind={find} onStep={step} />}
      note={!mail.html || mail.attachments.length === attached.length ? undefined : texts.withoutPictures}
    >
      <ScrollRegion className={classes.scroll} label={previewTexts.document(file.name)}>
        <div className={classes.paper}>
          <p className={classes.heading}>{mail.subject ?? texts.noSubject}</p>
          <Heads mail={mail} />
          {attached.length > 0 && (
            <ul className={classes.attachments} aria-label={texts.attachments(attached.length)}>
              {attached.map(({ number, name, href }) => (
                <li key={number}>
                  <Button
                    component="a"
                    href={href}
                    download={name}
                    variant="default"
                    size="compact-sm"
                    leftSection={<IconPaperclip size={14} aria-hidden="true" />}
                  >
                    {name}
                  </Button>
                </li>
              ))}
            </ul>
          )}
          <div className={classes.mailText}>
            <div ref={host} className={classes.foreign} />
          </div>
        </div>
      </ScrollRegion>
    </PreviewFrame>
  )
}

function Heads({ mail }: { mail: Mail }) {
  const format = useFormat()
  const rows = [
    [texts.from, mail.from ? personText(mail.from) : ''],
    [texts.to, mail.to.map(personText).join(', ')],
    [texts.cc, mail.cc.map(personText).join(', ')],
    [texts.sent, mail.sent ? format.dateTime(mail.sent) : ''],
  ].filter(([, value]) => value !== '')
  return (
    <dl className={classes.facts}>
      {rows.map(([label, value]) => (
        <div key={label} className={classes.fact}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

const personText = ({ name, email }: Person): string =>
  name && email && name !== email ? `${name} <${email}>` : (name ?? email ?? '')

function plainNodes(text: string): Node[] {
  const pre = document.createElement('pre')
  pre.style.cssText = 'white-space: pre-wrap; font: inherit; margin: 0'
  pre.textContent = text.trim() === '' ? texts.empty : text
  return [pre]
}

/**
 * Elements of the page: read as a document of its own in which nothing runs or loads, and taken over without style
 * attributes.
 */
function htmlNodes(html: string): Node[] {
  // style attributes would be stopped by the content policy as soon as they are read: they travel under another name
  const unstyled = html.replace(/<[^<>]+>/g, (tag) => tag.replace(/\sstyle="/gi, ' data-style="'))
  const page = new DOMParser().parseFromString(unstyled, 'text/html')
  return [...page.body.childNodes].map((node) => copied(node))
}

function copied(node: Node): Node {
  if (node.nodeType === Node.TEXT_NODE) return document.createTextNode(node.textContent ?? '')
  if (!(node instanceof Element)) return document.createComment('')
  const made = document.createElement(node.localName)
  for (const { name, value } of node.attributes) {
    // set by a script, a style is not stopped
    if (name === 'data-style') made.style.cssText = value
    else made.setAttribute(name, value)
  }
  made.append(...[...node.childNodes].map(copied))
  return made
}
