/** First names, lower case. */
export const FIRST_NAMES_FR = `
abel adeline adrien adèle agathe agnès alain albane albert alexandra alexandre alexis alice aline alix aloïs
amandine ambre aminata amine amélie anatole anaëlle anaïs andré andrée ange angèle anne annick annie antoine
antoinette apolline ariane aristide armand armelle arnaud arthur astrid aude audrey augustin aurore aurélie
aurélien axel axelle aïcha baptiste barbara basile bastien benjamin benoît bernadette bernard bertrand
blaise blanche blandine boris brice brigitte bruno béatrice bénédicte bérénice camille capucine carine
carole caroline cassandre catherine cerise chantal charles charlotte chloé christelle christian christiane
christine christophe claire clara claude claudine clothilde clovis clémence clément clémentine colette
corentin corinne cyprien cyril cécile céleste célestin célia célian céline damien daniel danielle danièle
david deborah delphine denis denise diane didier dimitri dominique dorothée désiré edmond eloïse emma
emmanuel emmanuelle enzo erwan estelle esther eugène eugénie eva fabien fabienne fabrice fanny fatou
fatoumata faustine fernand fernande flavie fleur flora florence florent florian françois françoise frédéric
frédérique félicie félix gabin gabriel gabrielle gaspard gaston gautier gaétan gaël gaëlle geneviève
geoffroy georges germaine ghislaine gilbert gildas gilles ginette gisèle grégoire grégory guillaume gustave
guy gwenaëlle gérald géraldine gérard hadrien hector henri henriette hervé honorine honoré hubert hugo
hugues huguette héloïse hélène inès iris irène isabelle isaure ismaël jacqueline jacques jade jean jeanne
jeannine joachim jonathan jordan joseph josette josiane joséphine joël joëlle judith jules julie julien
juliette justine jérémy jérôme karim kévin laetitia lambert laura laure laurence laurent leïla liliane lilou
lina lionel lise lola lorraine lou louane louis louise loup loïc luc lucas luce lucie lucien lucienne
ludivine ludo ludovic lydie léa léandre léo léon léonie léopold magali mamadou manon marc marceau marcel
marcelle margaux margot marguerite marianne marie marielle marine marion marius marjorie marlène martial
martin martine mathias mathieu mathilde mathis matthieu maud maurice maxence maxime maël maëlle maëlys maïté
mehdi michel micheline michèle mickaël mireille mohamed monique morgane moussa muriel mylène mélanie mélina
mélissa nadia nadine nadège nathalie nathan nicolas nicole nina ninon nolwenn norbert noé noémie noël noëlle
océane odette odile olga olive olivia olivier olympe ombeline ondine oriane oscar pascal pascale patrice
patricia patrick paul paule paulette pauline perrine philibert philippe philomène pierre pierrette prosper
prune quentin rachel rachid raoul raphaël raphaëlle raymond raymonde renaud rené renée richard robert robin
rodolphe roger roland romain romane rosalie rose roseline roxane ruben régine régis rémi rémy sabine sabrina
sacha salomé samira samuel sandra sandrine sarah saturnin serge sidonie simon simone sixtine soizic solange
solenn solène sonia sophie souleymane stéphane stéphanie suzanne suzy sylvain sylvette sylviane sylvie
sébastien ségolène séraphine séverine tanguy tatiana thibault thibaut thierry thomas théo théodore théophile
thérèse tiphaine titouan tom tristan ugo ulysse urbain ursule valentin valentine valérie vanessa victoire
victor vincent viviane véronique xavier yanis yann yannick yoann yolande youssef yves yvette yvonne zacharie
zoé zélie ève édith édouard élea éliane élisabeth élise élodie éléonore émeline émile émilie éric étienne
`
