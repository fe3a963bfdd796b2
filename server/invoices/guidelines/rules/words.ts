// The words by which descriptions are judged, in English.

const wordsIn = (text: string) => text.split(/\s+/).filter(Boolean)

/** Words that say nothing about a particular matter. */
export const generalWords: ReadonlySet<string> = new Set(
  wordsIn(`
    a an the of to for in on at by with from into re regarding concerning about and or as per via further
    this that these those its their our his her all any some various several other same general misc miscellaneous
    work works working worked attention attend attended attending attendance services service legal professional
    advice advise advised advising matter matters file files case issue issues item items thing things
    review reviewed reviewing reviews draft drafted drafting drafts prepare prepared preparing preparation
    read reading consider considered considering consideration analysis analyse analyze analysed analyzed
    research researched researching revise revised revising revisions revision edit edited editing finalise finalize
    email emails emailed e mail mails letter letters correspondence corresponding communication communications
    call calls called telephone phone conference conferences meeting meetings meet met discussion discussions
    discuss discussed discussing confer conferred client clients counsel opposing team colleague colleagues internal
    document documents documentation paper papers follow followed following up status update updates updated
    time hours day daily ongoing continue continued continuing continuation related
  `),
)

/** What a task begins with, as far as its forms have it in common. */
export const verbs: readonly string[] = wordsIn(`
  review draft prepar attend call telephon phone confer email e-mail correspond research analy meet met revis edit
  discuss travel fil writ wrote finali negotiat advis consider interview summari read instruct respond send sent
  updat amend comment collat check liais exchang compil
`)
