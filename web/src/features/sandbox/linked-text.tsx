// Plain text with clickable web addresses.
import { Anchor } from '@mantine/core'
import { Fragment } from 'react'
import { splitLinks } from './split-links.ts'

/** Addresses of this app open here, all others in a new tab without access to this one. */
export function LinkedText({ text }: { text: string }) {
  return splitLinks(text).map((part, index) => {
    // The parts of one text never move, so their position is their identity.
    // oxlint-disable-next-line react/no-array-index-key
    if (!part.link) return <Fragment key={index}>{part.text}</Fragment>
    const elsewhere = part.text.startsWith(`${window.location.origin}/`)
      ? {}
      : { target: '_blank', rel: 'noopener noreferrer' }
    return (
      // as above
      // oxlint-disable-next-line react/no-array-index-key
      <Anchor key={index} href={part.text} {...elsewhere}>
        {part.text}
      </Anchor>
    )
  })
}
