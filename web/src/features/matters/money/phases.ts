// The phases that budgets are divided into, by the codes of LEDES.
const names: Readonly<Record<string, string>> = {
  L100: 'Assessment and strategy',
  L200: 'Pleadings and motions',
  L300: 'Discovery',
  L400: 'Trial',
  L500: 'Appeal',
  P100: 'Administration of a project',
  P200: 'Fact gathering',
  P300: 'Structure and strategy',
  P400: 'Drafting',
  P500: 'Negotiation',
  P600: 'Closing',
  P700: 'After closing',
  P800: 'Maintenance',
  C100: 'Fact gathering for advice',
  C200: 'Research of law',
  C300: 'Analysis and advice',
  C400: 'Third parties',
  B100: 'Administration of an insolvency',
  B200: 'Operations',
  B300: 'Claims and plan',
  B400: 'Advice on insolvency',
}

export const phaseCodes: readonly string[] = Object.keys(names)

/** The code with its name, `L300 Discovery`. */
export const phaseLabel = (code: string): string => [code, names[code]].filter(Boolean).join(' ')
