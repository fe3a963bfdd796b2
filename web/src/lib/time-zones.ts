// Time zones to choose from.

/** Every zone: "Europe/London". */
export function timeZones(): { value: string; label: string }[] {
  const zones = Intl.supportedValuesOf('timeZone')
  const all = zones.includes('UTC') ? zones : ['UTC', ...zones]
  return all.map((value) => ({ value, label: value.replaceAll('_', ' ') }))
}
