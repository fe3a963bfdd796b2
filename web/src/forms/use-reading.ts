// How the values of fields are written for the person who is signed in.
import { useMemo } from 'react'
import { useFormat } from '../components/format-context.ts'
import type { Reading } from './value-text.ts'
import { useCurrency } from './use-currency.ts'

/** Formats and currency for the values of fields. */
export function useReading(): Reading {
  const format = useFormat()
  const currency = useCurrency()
  return useMemo(() => ({ format, currency }), [format, currency])
}
