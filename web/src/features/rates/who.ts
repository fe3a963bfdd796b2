// The description of whom a rate is for.
import { rateTexts as texts } from './texts.ts'

interface Named {
  readonly timekeeper?: { readonly number: string; readonly name?: string | null } | null
  readonly timekeeperClass?: string | null
}

/** The timekeeper or the class, and what is said below it. */
export function whoIs({ timekeeper, timekeeperClass }: Named): { who: string; about: string } {
  if (!timekeeper) return { who: timekeeperClass ?? texts.everybody, about: '' }
  const { number, name } = timekeeper
  return {
    who: name ?? number,
    about: [name ? number : '', timekeeperClass ?? ''].filter(Boolean).join(' · '),
  }
}
