// Bold, italic and underlined, for what is selected in the paragraph that is edited.
import { ActionIcon } from '@mantine/core'
import { IconBold, IconItalic, IconUnderline } from '@tabler/icons-react'
import classes from './document-editor.module.css'
import { editorTexts as texts } from './editor-texts.ts'
import type { Look, LookedPiece } from './looks.ts'

const buttons = [
  { look: 'Bold', key: 'b', Icon: IconBold },
  { look: 'Italic', key: 'i', Icon: IconItalic },
  { look: 'Underline', key: 'u', Icon: IconUnderline },
] as const

/** The look that a combination of keys is for. */
export const lookOfKey = (event: {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly shiftKey: boolean
}): Look | undefined =>
  (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
    ? buttons.find(({ key }) => key === event.key.toLowerCase())?.look
    : undefined

export function LookButtons({
  isOn,
  onLook,
}: {
  isOn: (look: Look) => boolean
  onLook: (look: Look) => void
}) {
  return (
    <fieldset aria-label={texts.looks} className={classes.lookButtons}>
      {buttons.map(({ look, key, Icon }) => (
        <ActionIcon
          key={look}
          variant={isOn(look) ? 'light' : 'default'}
          size="sm"
          aria-label={texts.look[look]}
          aria-pressed={isOn(look)}
          aria-keyshortcuts={`Control+${key.toUpperCase()}`}
          title={`${texts.look[look]} (Ctrl+${key.toUpperCase()})`}
          // what is selected stays selected
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onLook(look)}
        >
          <Icon size={16} aria-hidden="true" />
        </ActionIcon>
      ))}
    </fieldset>
  )
}

/** The words with how they look, and what was removed and added. */
export function LookedWords({ pieces }: { pieces: readonly LookedPiece[] }) {
  return pieces.map(({ kind, text, look, isRelooked }, at) => {
    const own = {
      ...(look.length > 0 ? { 'data-look': look.join(' ') } : {}),
      ...(isRelooked ? { 'data-relooked': true, title: texts.relooked } : {}),
    }
    if (kind === 'removed') return <del key={at}>{text}</del>
    return kind === 'added' ? (
      <ins key={at} {...own}>
        {text}
      </ins>
    ) : (
      <span key={at} {...own}>
        {text}
      </span>
    )
  })
}
