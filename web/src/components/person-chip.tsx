// A person: initials and name, in a row of text.
import { nameOf, type PersonName } from '../lib/person-name.ts'
import classes from './person-chip.module.css'

const HUES = 6

/** `nameless` shows the initials alone; the name is read out all the same. */
export function PersonChip({ person, nameless = false }: { person: PersonName; nameless?: boolean }) {
  const name = nameOf(person)
  return (
    <span className={classes.person}>
      <span className={classes.initials} data-hue={hueOf(name)} aria-hidden="true" title={name}>
        {initialsOf(name)}
      </span>
      <span className={nameless ? classes.unseen : classes.name}>{name}</span>
    </span>
  )
}

function initialsOf(name: string): string {
  const words = name.split(/[\s@.]+/).filter((word) => word !== '')
  const letters = [words[0], words.length > 1 && !name.includes('@') ? words.at(-1) : undefined]
  return letters.map((word) => word?.charAt(0).toUpperCase() ?? '').join('')
}

// the same person has the same colour everywhere
function hueOf(name: string): number {
  return Array.from(name).reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973, 7) % HUES
}
