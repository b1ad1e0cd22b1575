import { type FrameWordings, NEVER, oneOf } from './frames.ts'

const OPENING =
  '(?:(?:und|aber|also|gut|prima|super|danke|okay|ok|alles klar|perfekt|gerne|ja|dann|noch|zuerst|moin|hallo|erst mal)[, .!]+)*'
const PREPOSITION = '(?:an |auf |fur |mit |in |bis |ab |seit |zu |von |unter |um |bei |nach |aus )?'
const WORD =
  '(?:welche[rnsm]?|was|wann|wo|wohin|woher|wer|wen|wem|wessen|wie|warum|weshalb|wieso|wieviele?|womit|wofur|worum|was fur|welch)'
const LOOK_UP =
  '(?:gesehen|nachgesehen|geschaut|nachgeschaut|gepruft|gefunden|gelesen|erhalten|bekommen|verstanden|gehabt|gewesen|versucht|geglaubt|gesagt|erklart|gefragt|uberpruft|gesucht)'
const DEED =
  '(?:\\w*ge\\w+(?:t|en)|(?:be|ver|er|ent|zer)\\w+(?:t|en)|\\w+iert|\\w+(?:ab|an|auf|aus|ein|um|zu|weiter|frei|zuruck)ge\\w+)'
const RESULT =
  '(?:storniert|erstattet|gebucht|umgebucht|geandert|verschickt|versendet|gesendet|unterwegs|raus|erledigt|eingetragen|erfasst|gesperrt|bestellt|angelegt|eroffnet|ausgezahlt|gutgeschrieben|angehalten|umgeleitet|reserviert|registriert|aktiviert|in ihrem postfach|in deinem postfach|auf dem weg|fertig|geschickt|beauftragt|gekundigt)'

export const de: FrameWordings = {
  clauseBreak:
    /(?:;|,? - |: (?=[a-z])|, (?=(?:und|aber|sondern|denn|weil|da|dass|wenn|sobald|falls|ob|damit|welche[rnsm]?|was|wann|wo|wer|wie|bitte|konnen|konnten|ich|wir|sie|es|das|der|die|dann|daher|deshalb)\b)| (?=(?:aber|sondern|weil)\b))/g,
  anythingElse: oneOf(
    /\b(?:sonst|noch) (?:noch )?(?:etwas|was|irgendetwas|eine frage|fragen)\b(?=.*\?)/,
    /\b(?:weitere|andere) (?:fragen|anliegen|wunsche)\b/,
    /\b(?:womit|wie) kann ich (?:ihnen|dir) (?:sonst|noch)\b/,
  ),
  offersMore:
    /\b(?:wenn|falls|sollten)\b[^?]*\b(?:frage\w*|hilfe|etwas|noch was|anliegen)\b[^?]*\b(?:melden|schreiben|sagen|gern\w*|da)\b/,
  asks: oneOf(
    /\b(?:konnen|konnten|kannst|konntest|wurden|wurdest) (?:sie|du|ihr)\b[^?]{0,40}\b(?:sagen|nennen|geben|mitteilen|schicken|senden|durchgeben|bestatigen|verraten|schreiben|zeigen|hochladen|anhangen|beschreiben)\b/,
    /\b(?:nennen|sagen|geben|schicken|senden|teilen|schreiben|verraten) sie (?:mir|uns)\b/,
    /\b(?:nenn|nenne|sag|sage|gib|schick|schicke|teil|schreib|verrat) (?:mir|uns)\b/,
    /\b(?:ich|wir) (?:brauche|brauchen|brauchte|brauchten|benotige|benotigen)\b/,
    /\b(?:darf|durfte|kann|konnte) ich (?:sie |dich )?(?:fragen|um|wissen|erfahren|bitten)\b/,
    /\b(?:mir|uns) fehlt\b|\bfehlt (?:mir|uns)\b/,
    /\b(?:ihre|deine|ihren|deinen|die) [a-z-]{4,}(?: [a-z-]+)?,? bitte\b/,
    /\b(?:wie|was) (?:lautet|ist|war) (?:denn )?(?:ihre|deine|die|der|das|ihr|dein)\b/,
  ),
  asksPerhaps: NEVER,
  notAsks:
    /^\W*(?:wenn|falls|sobald)\b|\b(?:brauche|brauchen|benotige\w*) (?:\w+ )?(?:nicht|nichts|keine\w*)\b|\bfalls (?:sie|du) (?:noch )?(?:etwas )?(?:brauchen|brauchst)\b|\bob ich\b/,
  announces:
    /\b(?:zwei|drei|ein paar|einige|folgende|noch) (?:dinge|sachen|angaben|fragen|punkte|kleine fragen)\b|\bfolgendes\b|\beines\b|\beine (?:sache|frage)\b/,
  purposes:
    /^(?:(?:und|so)[, ]+)*(?:damit|um (?:sie|das|es|sicher)|weil|so (?:weiss|weis|kann|finde)|dann (?:kann|schau)|bevor|da )\b/,
  alternative: /^oder\b/,
  choice: NEVER,
  consents: oneOf(
    /\b(?:soll|sollen|darf|durfen) (?:ich|wir)\b(?! (?:sie |dich )?(?:fragen|um|wissen|bitten))/,
    /\b(?:mochten|wollen|mochtest|willst|hatten) (?:sie|du)(?: gerne?)?,? dass\b/,
    /\bob ich\b[^.?!]{0,60}\bsoll\b/,
    /\b(?:einverstanden|in ordnung|ist das (?:ok|okay|recht|so recht|in ordnung)|passt (?:das|ihnen das|dir das)|ware das (?:ok|okay|in ordnung|recht)|geht das (?:so )?in ordnung|recht so|okay fur (?:sie|dich))\b[^.?]{0,20}\?/,
    /\b(?:wenn|falls|sobald) (?:sie|du|das|es)\b[^.?!]{0,30}\b(?:zustimmen|zustimmst|einverstanden|ja sagen|ja sagst|bestatigen|bestatigst|passt|recht ist|in ordnung ist)\b/,
    /\b(?:sind sie|bist du) (?:sich |dir )?(?:sicher|einverstanden)\b/,
    /\b(?:ihr|dein|ihre|deine) (?:ok|okay|einverstandnis|zustimmung|go|ja)\b/,
  ),
  notConsents: new RegExp(`^\\W*${OPENING}${PREPOSITION}${WORD}\\b`),
  checksFact:
    /\b(?:richtig|korrekt|stimmt das|oder|nicht wahr|ist das richtig|habe ich das richtig)\s*\?|\b(?:ist|sind) (?:das|es|ihre|die) (?:noch|immer noch|weiterhin)\b/,
  questionWord: new RegExp(`^\\W*${OPENING}${PREPOSITION}${WORD}\\b`),
  inversion:
    /^\W*(?:haben|hast|hat|ist|sind|war|waren|wurde|kann|konnen|konnten|mochten|wollen|gibt|hatten|geht|liegt)\b/,
  handsOver: oneOf(
    /\b(?:gebe|geben|habe|haben|leite|leiten|reiche|ubergebe|ubergeben)\b[^.?!]{0,60}\b(?:kolleg\w*|team|abteilung|vorgesetzt\w*|spezialist\w*|fachabteilung)\b[^.?!]{0,30}(?:\b(?:weiter\w*|ubergeben|abgegeben|ab|gegeben)\b)?/,
    /\b(?:kollegin|kollege|kollegen|team|fachabteilung|spezialist\w*)\b[^.?!]{0,30}\b(?:ubernimmt|meldet sich|kummert sich|melden sich|ubernehmen|pruft|schaut sich)\b/,
  ),
  handsOverPerhaps: NEVER,
  notHandsOver: /\?$|\b(?:nicht|kein\w*|falls|wenn|soll)\b[^.?!]{0,40}\b(?:weiter|kolleg)/,
  claims: oneOf(
    new RegExp(
      `\\b(?:habe ich|haben wir|hab ich|ich habe|wir haben|ich hab)\\b(?:(?! nach).){0,70}\\b(?!${LOOK_UP}\\b)${DEED}\\b`,
    ),
    new RegExp(`^\\W*(?:so |schon |alles )?(?:erledigt|${RESULT})\\b`),
    new RegExp(
      `\\b(?:ist|sind|wurde|wurden) (?:\\S+ ){0,5}?(?:nun |jetzt |hiermit |soeben |schon )?${RESULT}\\b`,
    ),
    /\bsoeben (?:\w+ ){0,3}\w+t\b|\beben (?:ausgezahlt|gebucht|verschickt|storniert|erstattet)\b/,
  ),
  claimsOutright: new RegExp(
    `\\b(?:ich habe|wir haben|habe ich|haben wir)\\b(?:(?! nach).){0,70}\\b(?!${LOOK_UP}\\b)(?:${RESULT}|aufgegeben|veranlasst|eingeleitet|gestellt|vermerkt)\\b`,
  ),
  notClaims:
    /\?$|\b(?:wenn|falls|sobald|ware|hatte|wurde ich|sie haben|du hast|ob)\b|\b(?:am|im|seit|vom) (?:\d|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|januar|februar|marz|april|mai|juni|juli|august|september|oktober|november|dezember)/,
  looksUp: new RegExp(`\\b(?:ich habe|wir haben|habe ich)\\b.{0,60}\\b${LOOK_UP}\\b`),
  deniesAfter: true,
  negates: /\b(?:nicht|nichts|nie|niemals|niemand|kein\w*|ohne|weder|noch nicht)\b/,
  conditions:
    /^(?:(?:und|aber|nur)[, ]+)*(?:wenn|falls|sobald|solange|bis|sofern|im falle|bevor|nachdem|ist (?:ein|das|die) \w+ (?:einmal|erst))\b|^(?:wurde|ware|hatte) (?:ich|es|sie|der|die|das)\b/,
  proposesList: NEVER,
  hypothetical: /\b(?:ware|waren|wurde (?:ich|es|das|sie|dann)|hatte|ginge|kame|konnte|musste|kostete)\b/,
  counterfactual: /\b(?:wenn|falls) (?:\S+ ){0,6}(?:ware|waren|hatte|hatten)\b/,
  states:
    /\b(?:laut|gemass|steht|ist vermerkt|in (?:unserem|ihrem|unseren) (?:system|unterlagen|konto|daten)|bereits|schon (?:im|am|seit|langer)|derzeit|aktuell|momentan|zurzeit|ich sehe)\b/,
  limitsTo: NEVER,
  regrets: NEVER,
  provided: NEVER,
  declines: oneOf(
    /\b(?:kann|konnen|konnte|konnten|darf|durfen) (?:ich|wir|man)?\b[^.?!]{0,50}\b(?:nicht|nichts|kein\w*|nirgendwo|nicht mehr)\b/,
    /\b(?:leider|bedaure|bedauerlicherweise)\b.*\b(?:nicht|nichts|kein\w*)\b/,
    /\b(?:wir|ich) \w+(?:en|e) (?:\S+ ){0,4}(?:nicht|nichts|kein\w*)\b/,
    /\b(?:nehmen|stornieren|erstatten|ersetzen|zahlen|andern|machen) wir\b[^.?!]{0,50}\b(?:nicht|nichts|kein\w*)\b/,
    /\b(?:nicht moglich|ausgeschlossen|zu spat|muss ich (?:passen|ablehnen|nein sagen)|muss (?:das |es |leider )*ablehnen|nur (?:fur|mit|wenn|an|innerhalb)|unmoglich|kommt nicht in frage)\b/,
  ),
  declinesOutright:
    /\b(?:kann ich|konnen wir|ich kann|wir konnen)\b[^.?!]{0,50}\b(?:nicht|nichts|kein\w*)\b|\bmuss ich (?:leider )?(?:passen|ablehnen|nein sagen)\b/,
  notDeclines:
    /\?$|^(?:wenn|falls)\b|\b(?:kein problem|keine sorge|keine ursache)\b|\b(?:nicht|nichts) (?:finden|sehen|erkennen)\b|\b(?:es ist nicht so)\b/,
  promises:
    /\b(?:werde|werden|wird|wirst)\b|\b(?:kommt|bekommen sie|erhalten sie|erhaltst du|bekommst du|geht)\b[^.?!]{0,40}\b(?:innerhalb|sobald|bis|morgen|in \w+ tagen|spatestens)\b/,
  notPromises: /\?$|\bwerde (?:ich )?(?:\w+ )?(?:prufen|nachsehen|schauen)\b/,
  offers:
    /\b(?:ich|wir) (?:kann|konnen|konnte|konnten)\b|\b(?:konnen|kannst) (?:sie|du)\b|\bwenn (?:sie|du) (?:mochten|mogen|magst|wollen)\b|\b(?:empfehle|empfehlen|schlage vor)\b/,
  explains: /\b(?:weil|denn|da|deshalb|daher|deswegen|aufgrund|namlich|somit)\b/,
  comforts:
    /\b(?:tut mir leid|tut uns leid|entschuldig\w*|bedauer\w*|verstehe (?:ich|ihren|deinen|sie|dass)|ich verstehe|verzeih\w*|keine sorge|danke fur (?:ihre|deine) geduld)\b/,
  leadsToNews: /^(?:(?:es )?tut (?:mir|uns) (?:sehr )?leid|keine sorge)[,:]? (?:aber |dass )?(?=(?:\S+ ){3})/,
  courtesies:
    /^\W*(?:danke|vielen dank|gerne|gern|alles klar|prima|super|okay|naturlich|selbstverstandlich|einen moment|verstanden)\b[^?]{0,50}$|\b(?:einen (?:kleinen )?(?:moment|augenblick)|ich (?:schaue|sehe|prufe) (?:kurz |gleich )?(?:nach|mal|das)|dann schau ich)\b/,
  greets:
    /^\W*(?:hallo|hi|guten (?:tag|morgen|abend)|moin|servus|gruezi|gruss gott|liebe[rs]?|sehr geehrte[rs]?)\b/,
  signsOff:
    /\b(?:auf wiedersehen|tschuss|schonen (?:tag|abend|feierabend)|schones wochenende|gute reise|guten flug|bis (?:bald|dann|zum nachsten mal)|alles gute|freundlichen grus\w*|viele gruse)\b/,
  notSignsOff: /\?$/,
  proof: /\b(?:foto\w*|bild\w*|aufnahme|beleg\w*|nachweis\w*|rechnung|quittung|dokument\w*)\b/,
  says: /^/,
}
