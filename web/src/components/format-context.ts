// The formats of the person who is signed in; of the browser on pages for anybody.
import { createContext, use } from 'react'
import { browserHabits, type Format, formatFor } from '../lib/format.ts'

/** Provided by the signed-in frame. */
export const FormatContext = createContext<Format | undefined>(undefined)

let ofBrowser: Format | undefined

/** How to write dates, times, numbers and money here. */
export function useFormat(): Format {
  return use(FormatContext) ?? (ofBrowser ??= formatFor(browserHabits()))
}
