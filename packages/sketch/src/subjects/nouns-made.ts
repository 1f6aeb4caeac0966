/** Made things and food of the library; the entries are written as in `nouns-living.ts`. */
export const MADE_NOUNS = {
  food: `
    grapes = bunch of grapes | melon | watermelon | tangerine = mandarin, oranges | lemon | lime | banana | pineapple |
    mango | red-apple = apple | green-apple | pear | peach | cherries | strawberry | blueberries = blueberry | kiwi-fruit = kiwi |
    tomato | olive | coconut | avocado | eggplant = aubergine | potato | carrot | ear-of-corn = corn, maize |
    hot-pepper = chili, chilli | bell-pepper | cucumber | leafy-green = lettuce | broccoli | garlic | onion | peanuts = peanut |
    chestnut | ginger-root = ginger | pea-pod = peas | brown-mushroom | bread = loaf, loaf of bread | croissant |
    baguette-bread = baguette | flatbread | pretzel | bagel | pancakes = pancake | waffle | cheese-wedge = cheese |
    meat-on-bone | poultry-leg = chicken leg, drumstick | cut-of-meat = steak | bacon | hamburger = burger, cheeseburger |
    french-fries = fries, chips | pizza | hot-dog | sandwich | taco | burrito | tamale | stuffed-flatbread = kebab | falafel |
    egg | shallow-pan-of-food = paella | fondue | bowl-with-spoon = soup, bowl of soup | green-salad = salad | popcorn |
    bento-box = bento | rice-cracker | rice-ball = onigiri | cooked-rice = bowl of rice | curry-rice = curry |
    steaming-bowl = ramen, noodles, bowl of noodles, bowl of ramen | spaghetti = pasta | roasted-sweet-potato = sweet potato |
    oden | sushi | fried-shrimp = tempura | fish-cake-with-swirl = narutomaki | moon-cake = mooncake | dango |
    dumpling = gyoza | fortune-cookie | takeout-box | soft-ice-cream | shaved-ice | ice-cream = gelato, sundae, ice cream cone, cone of ice cream |
    doughnut = donut | cookie = biscuit | birthday-cake = cake | shortcake = slice of cake | cupcake = muffin | pie |
    chocolate-bar = chocolate | candy = sweets | lollipop | honey-pot = honey, pot of honey | baby-bottle |
    glass-of-milk = milk | hot-beverage = coffee, cup of coffee, coffee cup, espresso, cappuccino, latte, mug, cup |
    teapot | teacup-without-handle = tea, cup of tea, teacup, green tea, matcha | sake |
    bottle-with-popping-cork = champagne | wine-glass = wine, glass of wine | cocktail-glass = martini |
    tropical-drink = cocktail | beer-mug = beer, pint | clinking-beer-mugs | clinking-glasses | tumbler-glass = whiskey, whisky |
    cup-with-straw = soda, milkshake | bubble-tea = boba | beverage-box = juice box | chopsticks | kitchen-knife |
    amphora = ancient vase, greek vase`,
  buildings: `
    stadium | classical-building = greek temple, parthenon, museum | hut = cabin, log cabin, shack | houses | derelict-house = haunted house, abandoned house |
    house = home | cottage = farmhouse, country house | stone-house = stone cottage, old house | chalet = wooden house, timber house | barn = farm building | townhouse = town house, row house | canal-house = dutch house | terraced-house = terrace house, terrace home | brownstone = brownstone house | village-church = country church, parish church | house-with-garden | office-building | post-office | hospital | hotel |
    convenience-store = shop | school | department-store | factory | japanese-castle = pagoda, temple, japanese temple, chinese temple, buddhist temple | castle = fortress, palace, citadel, kremlin, tower, wizard tower, watchtower, castle ruins |
    tokyo-tower = eiffel tower, radio tower | statue-of-liberty | church = chapel, cathedral | mosque | hindu-temple |
    synagogue | shinto-shrine = shrine, torii, torii gate | kaaba | fountain | carousel-horse = carousel, merry go round |
    playground-slide | roller-coaster | circus-tent = circus | tent = camping tent, tents | lighthouse | windmill | stone-bridge = arch bridge`,
  vehicles: `
    locomotive = steam train, steam locomotive, steam engine | railway-car | bullet-train | high-speed-train | train | monorail | tram = streetcar |
    bus = school bus, double decker bus | trolleybus | minibus = van, camper van, campervan | ambulance | fire-engine = fire truck | police-car |
    taxi = cab | automobile = car, vintage car | sport-utility-vehicle = suv, jeep | pickup-truck = truck, pickup |
    delivery-truck | articulated-lorry = lorry, semi truck | tractor | racing-car = sports car, race car, supercar |
    motorcycle = motorbike | motor-scooter = vespa, moped | auto-rickshaw = tuk tuk, rickshaw | bicycle = bike |
    kick-scooter | skateboard | roller-skate | sled = sleigh`,
  vessels: `
    sailboat = boat, yacht, sailing boat, sailing ship, dinghy | canoe = kayak, gondola | speedboat | passenger-ship = cruise ship, ocean liner |
    ferry | motor-boat = fishing boat | ship = steamship, cargo ship`,
  aircraft: `
    airplane = jet, airliner, aeroplane | small-airplane = plane, biplane, propeller plane | parachute | helicopter |
    aerial-tramway = cable car, gondola lift | satellite | rocket = spaceship, spacecraft, rocket ship, starship, space shuttle |
    flying-saucer = ufo | hot-air-balloon = blimp | balloon | kite`,
  things: `
    jack-o-lantern = pumpkin, halloween pumpkin | christmas-tree | pine-decoration | carp-streamer | wind-chime |
    wrapped-gift = gift, present | military-medal = medal | trophy | soccer-ball = football, soccer | baseball | softball |
    basketball | volleyball | american-football | rugby-football | tennis = tennis ball | flying-disc = frisbee | bowling = bowling ball |
    ping-pong = table tennis | badminton = shuttlecock | boxing-glove | ice-skate | fishing-pole = fishing rod | skis |
    bullseye = target, dartboard | yo-yo | pool-8-ball = billiard ball | crystal-ball | magic-wand = wand | joystick |
    slot-machine | game-die = dice, die | puzzle-piece = jigsaw | teddy-bear = teddy, plush bear | nesting-dolls = matryoshka, russian doll |
    chess-pawn = pawn, chess piece, chess | mirror-ball = disco ball | yarn = ball of yarn | sunglasses |
    ballet-shoes = ballet shoe | crown = tiara | top-hat | graduation-cap | military-helmet | gem-stone = crystal, diamond, jewel, gem, gemstone |
    ring = diamond ring, wedding ring, engagement ring | running-shoe = sneaker, trainer | high-heeled-shoe = high heel, stiletto |
    hiking-boot | handbag | backpack = rucksack | trumpet | accordion | guitar = acoustic guitar, electric guitar | violin = fiddle, cello |
    banjo | drum | long-drum | maracas | flute | radio | television = tv, old television |
    laptop | desktop-computer = computer | movie-camera | camera | light-bulb = lightbulb | red-paper-lantern = lantern, paper lantern |
    closed-book = book | open-book | books = stack of books, pile of books | scroll | old-key = antique key, key | axe |
    crossed-swords = sword, swords | shield | boomerang | scissors | briefcase | microscope | telescope |
    chair | bed | bathtub | broom = broomstick | basket | bucket | umbrella = parasol | coin = gold coin |
    snowman | bonsai = bonsai tree | spiral-shell = seashell, shell, conch | dna = double helix | alembic = potion`,
} as const;
