// Copying a text, with a message about the result.
import { useEffect, useState } from 'react'

/**
 * `select` selects the text for copying with the keyboard if the browser does not let a page copy (no https, no
 * permission).
 */
export function useCopy(text: string, select: () => void) {
  const [outcome, setOutcome] = useState('')

  useEffect(() => {
    if (outcome === '') return undefined
    const timer = setTimeout(() => setOutcome(''), 4000)
    return () => clearTimeout(timer)
  }, [outcome])

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text)
      setOutcome('Copied.')
    } catch {
      select()
      setOutcome('It is selected. Copy it with your keyboard.')
    }
  }
  return { copy, outcome }
}
