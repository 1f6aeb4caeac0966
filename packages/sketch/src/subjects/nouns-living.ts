/**
 * Living things of the library, by how they are placed. An entry is the key of its drawing, whose
 * words are its first name, and after "=" its further names in the singular.
 */
export const LIVING_NOUNS = {
  people: `
    scientist | man-scientist | woman-scientist | artist = painter | man-artist | woman-artist | pilot | man-pilot |
    woman-pilot | astronaut = cosmonaut, spaceman | man-astronaut | woman-astronaut | firefighter | man-firefighter |
    woman-firefighter | detective | man-detective | woman-detective | guard | man-guard | woman-guard | ninja |
    prince = king | princess = queen | baby-angel = angel, cherub | santa-claus = santa, father christmas |
    man-superhero = superhero, super hero | woman-superhero = superheroine | man-mage = wizard, sorcerer, mage, warlock |
    woman-mage = witch, sorceress, enchantress | man-fairy | woman-fairy = fairy, pixie | man-vampire = vampire, dracula |
    woman-vampire | man-elf | woman-elf = elf | man-genie = genie | woman-genie | man-zombie = zombie | woman-zombie |
    troll | man-walking | woman-walking | man-running = runner | woman-running |
    woman-dancing = dancer, ballerina, flamenco dancer | man-dancing | person-in-suit-levitating |
    person-climbing = climber, mountaineer, rock climber | man-climbing | woman-climbing | person-fencing = fencer |
    horse-racing = jockey, horse rider, rider | skier | snowboarder | person-golfing = golfer | man-golfing |
    woman-golfing | person-surfing = surfer | man-surfing | woman-surfing | person-rowing-boat = rowing boat, rower |
    man-rowing-boat | woman-rowing-boat | person-swimming = swimmer | man-swimming | woman-swimming |
    person-biking = cyclist | man-biking | woman-biking | person-mountain-biking = mountain biker |
    man-mountain-biking | woman-mountain-biking | person-juggling = juggler | man-juggling | woman-juggling |
    person-in-lotus-position = monk, meditating, meditating person, meditation, yogi | man-in-lotus-position |
    woman-in-lotus-position | clown-face = clown | ogre | goblin | ghost = spirit | alien = extraterrestrial |
    alien-monster = monster, space invader | robot = android, droid, cyborg | samurai = samurai warrior, ronin |
    knight = mounted knight, horseman |
    figure-man = man, gentleman, guy, old man, grandfather, father, dad, husband, brother, businessman, farmer, chef, cook, doctor, soldier, sailor,
    worker, fisherman, cowboy, waiter, professor, bearded man, shepherd, hunter, carpenter, policeman, warrior, viking, gladiator, pirate, wanderer |
    figure-woman = woman, lady, old woman, grandmother, mother, mom, wife, sister, businesswoman, nurse, bride, geisha, goddess, waitress, actress, heroine |
    figure-boy = boy, lad, son, child, kid, toddler, schoolboy | figure-girl = girl, daughter, little girl, schoolgirl |
    figure-person = person, human, someone, pedestrian, villager, student, teacher, traveler, traveller, hiker, customer, human figure, statue, musician, tourist, baker`,
  animals: `
    monkey = ape, chimpanzee | gorilla | orangutan | dog = puppy, doggo, hound, pup, golden retriever, labrador, husky, corgi, shiba inu, shiba, akita, samoyed, pitbull, pug | guide-dog | poodle |
    wolf = howling wolf | fox = vixen, red fox | raccoon | cat = kitten, kitty | lion | tiger | leopard = cheetah, jaguar |
    moose = elk | donkey | horse = pony, stallion, mare, wild horse | unicorn | zebra | deer = stag, doe, fawn, reindeer |
    bison = buffalo | ox | water-buffalo | cow | pig = piglet | boar = wild boar | ram | ewe = sheep, lamb | goat |
    camel | two-hump-camel | llama = alpaca | giraffe | elephant | mammoth = woolly mammoth | rhinoceros = rhino |
    hippopotamus = hippo | mouse | rat | hamster | rabbit = bunny, hare | chipmunk = squirrel | beaver | hedgehog |
    bear = grizzly, brown bear, bear cub | polar-bear | koala | panda | sloth | otter | skunk | kangaroo | badger |
    turkey | chicken = hen | rooster | hatching-chick | baby-chick = chick | dodo | flamingo | peacock | penguin |
    goose | frog = toad | crocodile = alligator | lizard = gecko, chameleon | snake = serpent, cobra |
    sauropod = brontosaurus, brachiosaurus | t-rex = tyrannosaurus, dinosaur, dino | snail | ant | beetle |
    lady-beetle = ladybug, ladybird | cricket = grasshopper | spider | spider-web = cobweb | scorpion | bug = insect |
    worm = caterpillar | nest-with-eggs = nest | mushroom = toadstool | cactus = cacti`,
  flyers: `
    bat | bird = hummingbird, sparrow, robin, bluebird, songbird | gull = seagull, flying bird, swallow, albatross, tern | dove = pigeon |
    eagle = hawk, falcon | parrot = macaw | owl | raven = crow | butterfly = moth | honeybee = bee, bumblebee |
    mosquito | dragon = wyvern | feather`,
  floaters: `duck = duckling | swan | seal = sea lion`,
  swimmers: `
    whale = blue whale | spouting-whale = orca, humpback | dolphin | fish = koi, koi fish, carp, goldfish |
    tropical-fish = clownfish, angelfish | blowfish = pufferfish | shark | octopus = kraken | squid | jellyfish |
    turtle = sea turtle, tortoise | crab | lobster | shrimp = prawn`,
} as const;
