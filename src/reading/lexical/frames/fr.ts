import { type FrameWordings, NEVER, oneOf } from './frames.ts'

const OPENING =
  "(?:(?:et|mais|alors|bon|bien|parfait|merci|d'accord|ok|pardon|tres bien|super|donc|sinon|bonjour|enfin|d'abord)[, .!]+)*"
const PREPOSITION = "(?:a |de |d'|en |par |pour |avec |chez |sur |sous |depuis |jusqu'a )?"
const WORD =
  "(?:quel|quelle|quels|quelles|quand|ou|qui|comment|combien|pourquoi|que|qu'est-ce|quoi|lequel|laquelle)"
const LOOK_UP =
  '(?:vu|regarde|verifie|trouve|consulte|lu|recu|compris|note|bien recu|eu|ete|essaye|pu|voulu|dit|explique|retrouve|cherche)'
const DEED = '(?:\\w+(?:e|ee|es|ees|i|ie|is|u|ue|us)|fait|faite|mis|ouvert|ouverte|pris)'

export const fr: FrameWordings = {
  clauseBreak:
    /(?:;|,? - | ?: (?=[a-z])|, (?=(?:et|mais|donc|car|puisque|parce|si|quand|qui|que|ou|pouvez|pourriez|voulez|je|nous|vous|il|elle|on|c'est|quel|quelle|comment|ce)\b)| (?=(?:mais|car|parce que|puisque)\b))/g,
  anythingElse: oneOf(
    /\b(?:autre chose|quoi que ce soit d'autre|d'autres? questions?|une autre question)\b(?=.*\?)/,
    /\baider (?:pour|avec|sur) (?:autre|quelque)\b/,
  ),
  offersMore:
    /\bsi (?:vous|tu)\b[^?]*\b(?:besoin|question\w*|autre chose)\b[^?]*\b(?:n'hesit\w+|dites|ecrivez|contactez|a votre disposition|suis la)\b/,
  asks: oneOf(
    /\b(?:pouvez|pourriez|peux|pourrais)[ -](?:vous|tu)\b[^?]{0,30}\b(?:dire|donner|indiquer|communiquer|envoyer|preciser|confirmer|transmettre|rappeler|fournir|partager|joindre|montrer|filer)\b/,
    /\b(?:tu|vous) (?:peux|pouvez|pourrais|pourriez) (?:me|nous|m')\s?(?:dire|donner|indiquer|communiquer|envoyer|preciser|confirmer|transmettre|rappeler|fournir|filer|passer)\b/,
    /\b(?:dites|dis|donnez|donne|indiquez|indique|envoyez|envoie|precisez|precise|communiquez|transmettez|rappelez|confirmez)-(?:moi|nous)\b/,
    /\b(?:j'ai|j'aurais|nous avons|nous aurions|il me faut|il me faudrait|il nous faut|il me manque|me manque|j'aimerais savoir|je voudrais savoir)(?: (?:aussi|encore|juste|simplement|seulement))?(?: besoin)? ?(?:de|d'|du|votre|ton|ta|le|la|l')?\b/,
    /\b(?:votre|ton|ta|vos) [^?]{2,40}, s'il (?:vous|te) plait\b/,
    /\b(?:quel|quelle) (?:est|etait|sont) (?:votre|ton|ta|le|la|l')/,
  ),
  asksPerhaps: NEVER,
  notAsks:
    /^\W*(?:si|s'il|des que)\b|\b(?:j'ai|nous avons) (?!besoin|aussi besoin|encore besoin|juste besoin)|\bsi (?:vous|tu) avez besoin\b/,
  announces:
    /\b(?:deux|trois|quelques|les|plusieurs) (?:choses|informations|questions|precisions|elements)\b|\bce qui suit\b|\bune (?:chose|question)\b/,
  purposes:
    /^(?:(?:et|ainsi)[, ]+)*(?:pour (?:que|pouvoir|retrouver|verifier|etre)|afin (?:de|que)|parce que|car|puisque|avant de|comme ca)\b/,
  alternative: /^ou\b(?! (?:est|sont|dois|va|se))/,
  choice: NEVER,
  consents: oneOf(
    /\b(?:voulez-vous|souhaitez-vous|veux-tu|souhaites-tu|vous voulez|tu veux|vous souhaitez|desirez-vous|aimeriez-vous) que\b/,
    /\b(?:est-ce que )?(?:cela|ca|ceci) (?:vous|te) (?:convient|va|irait|conviendrait)\b/,
    /\b(?:etes-vous|es-tu|vous etes|tu es) (?:d'accord|sur|sure|certain|certaine|partant|partante)\b/,
    /\b(?:d'accord|ok|c'est bon|c'est bien ca|on fait comme ca|je lance|j'y vais|je procede|je le fais|je m'en occupe|on y va|ca marche)\b[^?.]{0,30}\?/,
    /\b(?:dois-je|puis-je|je peux|est-ce que je peux|voulez-vous)\b (?!vous (?:aider|demander)|savoir|avoir|connaitre|t'aider)\S+(?=.*\?)/,
    /\bsi (?:vous|tu|cela|ca) (?:etes|es|confirmez|confirmes|vous convient|te convient|me confirmez|dites oui|donnez votre accord)\b/,
    /\b(?:votre|ton) (?:accord|feu vert)\b/,
  ),
  notConsents: new RegExp(`^\\W*${OPENING}${PREPOSITION}${WORD}\\b(?! vous)`),
  checksFact:
    /\b(?:c'est (?:bien )?(?:ca|exact|correct)|exact|correct|n'est-ce pas|est-ce (?:bien )?(?:exact|correct|toujours))\b[^?]{0,20}\?|\b(?:etes-vous|est-ce) toujours\b/,
  questionWord: new RegExp(`^\\W*${OPENING}${PREPOSITION}${WORD}\\b`),
  inversion:
    /^\W*(?:avez|as|est|etes|a|aviez|pouvez|pourriez|savez|sais|est-ce|y a-t-il|t'as|tu as|vous avez)\b/,
  handsOver: oneOf(
    /\b(?:transmets|transmis|transfere|transferons|passe|passons|confie|confions|remets|escalade|oriente|adresse)\b[^.?!]{0,60}\b(?:collegue\w*|equipe|service|responsable|superieur\w*|specialiste\w*|conseiller\w*)\b/,
    /\b(?:collegue|specialiste|responsable|conseiller|conseillere|equipe)\b[^.?!]{0,30}\b(?:prend le relais|vous (?:recontacte\w*|rappelle\w*|repond\w*|contacte\w*)|s'en (?:occupe|charge)\w*|reprend|prendra)\b/,
  ),
  handsOverPerhaps: NEVER,
  notHandsOver: /\?$|\b(?:si|ne|n')\b[^.?!]{0,25}\b(?:transmet|transfer|pass)/,
  claims: oneOf(
    new RegExp(
      `\\b(?:j'ai|nous avons|on a|je vous ai|je t'ai|je l'ai|je viens de|nous venons de)(?: bien| deja| donc| aussi| egalement)? (?!${LOOK_UP}\\b)${DEED}\\b`,
    ),
    /^\W*(?:voila|c'est|ca y est|et voila)[ ,:!]*(?:c'est )?(?:fait|annule|rembourse|change|regle|bon|envoye|reserve|enregistre|lance|parti)e?s?\b/,
    /^\W*(?:[a-z']+ ){0,3}(?:fait|faite|annulee?|remboursee?|changee?|reglee?|envoyee?|reservee?|enregistree?|bloquee?|lancee?)[ .!,]/,
    new RegExp(
      `\\b(?:est|sont|a ete|ont ete|vient d'etre) (?:bien |desormais |maintenant |deja )?(?!${LOOK_UP}\\b)(?:annul|rembours|enregistr|ouvert|envoy|bloqu|reserv|modifi|chang|lanc|cre|valid|confirm|effectu|credit|programm|activ|command)\\w*\\b`,
    ),
    /\b(?:est|sont) (?:en route|en chemin|parti|partie|partis|parties|dans (?:votre|ta) boite)\b/,
  ),
  claimsOutright: new RegExp(
    `\\b(?:j'ai|nous avons|je vous ai|je t'ai|je l'ai|je viens de|nous venons de)(?: bien| donc| aussi| egalement)? (?!${LOOK_UP}\\b)${DEED}\\b`,
  ),
  notClaims:
    /\?$|\b(?:si|quand|lorsque|des que|une fois que|aurait|aurais|serait|vous avez|tu as|avoir)\b|\b(?:le|en|depuis) (?:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|janvier|fevrier|mars|avril|mai|juin|juillet|aout|septembre|octobre|novembre|decembre|\d)|\bbesoin\b/,
  looksUp: new RegExp(`\\b(?:j'ai|nous avons|on a)(?: bien| deja)? ${LOOK_UP}\\b`),
  deniesAfter: false,
  negates: /\b(?:ne|n'\w*|pas|jamais|rien|personne|aucun\w*|sans|ni|plus (?:possible|rien))\b|\bn'/,
  conditions:
    /^(?:(?:et|mais|seulement)[, ]+)*(?:si|s'il|quand|lorsque|des que|une fois|tant que|a moins|en cas|jusqu'a ce)\b/,
  proposesList: NEVER,
  hypothetical: /\b(?:serait|aurait|couterait|partirait|pourrait|garderait|faudrait|\w+erait|\w+irait)\b/,
  counterfactual: /\bs(?:i|'il|'elle) (?:\S+ ){0,3}(?:avait|avais|etait|etais|aviez|etiez)\b/,
  states:
    /\b(?:d'apres|selon|je vois|figure|indique|dans (?:notre|nos|votre) (?:dossier|systeme|fichier|registre)|deja|actuellement|pour l'instant|en ce moment|hier)\b/,
  limitsTo: NEVER,
  regrets: NEVER,
  provided: NEVER,
  declines: oneOf(
    /\b(?:ne|n')\s?\S{0,12}\s?(?:peux|pouvons|peut|puis|pourrai|pourrons|est|sera|remplacons|remboursons|indemnise|acceptons|faisons|accordons|annulons|livrons)\b[^.?!]{0,25}\b(?:pas|plus|rien|aucun\w*|qu'une)\b/,
    /\b(?:malheureusement|helas)\b.*\b(?:pas|plus|aucun\w*|rien)\b/,
    /\b(?:hors de question|impossible|hors delai|trop tard|je dois (?:refuser|dire non|decliner)|pas possible|seulement (?:pour|avec|si))\b/,
  ),
  declinesOutright:
    /\b(?:je|nous|on) (?:ne|n')\s?\S{0,8}\s?(?:peux|pouvons|puis|peut)\b[^.?!]{0,25}\b(?:pas|plus|rien)\b/,
  notDeclines:
    /\?$|^(?:si|s'il|quand)\b|\bne (?:vous|t') ?(?:inquiet|en fait)\w*|\bpas de (?:souci|probleme)\b|\b(?:trouve|retrouve|vois) pas\b/,
  promises:
    /\b\w+(?:erai|erons|era|eront|irai|irons|ira|iront|rez)\b|\b(?:je vais|nous allons|va|vont) \w+(?:er|ir|re)\b/,
  notPromises: /\?$|\b(?:je vais|nous allons) (?:verifier|regarder|voir|chercher)\b/,
  offers:
    /\b(?:je peux|nous pouvons|on peut|vous pouvez|tu peux|je pourrais|nous pourrions)\b|\bsi vous (?:preferez|voulez|souhaitez)\b|\bje (?:recommande|conseille|suggere)\b/,
  explains: /\b(?:parce que|car|puisque|c'est pourquoi|en raison|a cause|c'est-a-dire)\b/,
  comforts:
    /\b(?:desole\w*|navre\w*|je (?:comprends|regrette|m'excuse)|excuses?|toutes (?:nos|mes) excuses|rassurez-vous|ne vous inquietez|merci (?:de|pour) votre patience)\b/,
  leadsToNews:
    /^(?:(?:je suis |nous sommes )?(?:vraiment |sincerement )?(?:desole\w*|navre\w*)(?: de (?:vous )?(?:dire|informer) que)?|soyez assure\w* que|ne vous inquietez pas|rassurez-vous)[,:]? (?:mais )?(?=(?:\S+ ){3})/,
  courtesies:
    /^\W*(?:merci|parfait|d'accord|tres bien|bien sur|entendu|avec plaisir|un instant|super|note)\b[^?]{0,50}$|\b(?:un instant|un moment|je (?:regarde|verifie)|laissez-moi|je vais (?:verifier|regarder|voir))\b/,
  greets: /^\W*(?:bonjour|bonsoir|salut|coucou|cher|chere|madame|monsieur)\b/,
  signsOff:
    /\b(?:au revoir|bonne (?:journee|soiree|continuation|fin)|bon (?:week-end|voyage|vol)|a bientot|cordialement|a votre service|merci d'avoir|merci de (?:nous avoir|votre confiance))\b/,
  notSignsOff: /\?$/,
  proof: /\b(?:photo\w*|image|capture|recu|facture|justificatif\w*|preuve\w*|document\w*)\b/,
  says: /^/,
}
